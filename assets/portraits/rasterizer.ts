import { readFile } from 'node:fs/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { rgbaToThumbHash } from 'thumbhash';

/** The files of a picture in px; `limit` is the most bytes of each. */
export const FILE_SIZES = [
  { name: 'thumb', width: 192, height: 240, limit: 8000 },
  { name: 'medium', width: 400, height: 500, limit: 18000 },
  { name: 'large', width: 640, height: 800, limit: 30000 },
] as const;

/** A file to be made of a picture. */
interface FileSize<Name extends string> {
  readonly name: Name;
  readonly width: number;
  readonly height: number;
  readonly limit: number;
}

/** The size of the picture that the thumbhash is computed from. */
const THUMBHASH_SIZE = { width: 80, height: 100 };

interface RenderedPicture<Name extends string> {
  files: Record<Name, Buffer>;
  thumbhash: string;
}

interface EncodedPicture<Name extends string> {
  files: Record<Name, string>;
  tiny: string;
}

/** A browser page that renders SVG to WebP files (rasterizer.html). */
export class PortraitRenderer {
  #browser: Browser;
  #page: Page;

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.#page = page;
  }

  static async open(): Promise<PortraitRenderer> {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--headless', '--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-gpu'],
    });
    const page = await browser.newPage();
    await page.setContent(await readFile(new URL('./rasterizer.html', import.meta.url), 'utf8'));
    return new PortraitRenderer(browser, page);
  }

  /** Renders an SVG in all `sizes` and computes its thumbhash, in base64. */
  async render<Name extends string>(svg: string, sizes: readonly FileSize<Name>[]): Promise<RenderedPicture<Name>> {
    const input = JSON.stringify({ svg, sizes, tiny: THUMBHASH_SIZE });
    const { files, tiny } = await this.#page.evaluate<EncodedPicture<Name>>(`encode(${input})`);
    // Sound: the page makes a file for each of the sizes.
    const bytes = Object.fromEntries(sizes.map(({ name }) => [name, Buffer.from(files[name], 'base64')])) as Record<Name, Buffer>;
    const hash = rgbaToThumbHash(THUMBHASH_SIZE.width, THUMBHASH_SIZE.height, Buffer.from(tiny, 'base64'));
    return {
      files: bytes,
      thumbhash: Buffer.from(hash).toString('base64'),
    };
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}
