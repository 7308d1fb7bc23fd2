import { readFile } from 'node:fs/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { rgbaToThumbHash } from 'thumbhash';

/** The files of a picture in px; `limit` is the most bytes of each. */
export const FILE_SIZES = [
  { name: 'thumb', width: 192, height: 240, limit: 8000 },
  { name: 'medium', width: 400, height: 500, limit: 18000 },
  { name: 'large', width: 640, height: 800, limit: 30000 },
] as const;
type SizeName = (typeof FILE_SIZES)[number]['name'];

/** The size of the picture that the thumbhash is computed from. */
const THUMBHASH_SIZE = { width: 80, height: 100 };

interface RenderedPicture {
  files: Record<SizeName, Buffer>;
  thumbhash: string;
}

interface EncodedPicture {
  files: Record<SizeName, string>;
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

  /** Renders an SVG in all sizes and computes its thumbhash, in base64. */
  async render(svg: string): Promise<RenderedPicture> {
    const input = JSON.stringify({ svg, sizes: FILE_SIZES, tiny: THUMBHASH_SIZE });
    const { files, tiny } = await this.#page.evaluate<EncodedPicture>(`encode(${input})`);
    const bytes = (name: SizeName) => Buffer.from(files[name], 'base64');
    const hash = rgbaToThumbHash(THUMBHASH_SIZE.width, THUMBHASH_SIZE.height, Buffer.from(tiny, 'base64'));
    return {
      files: { thumb: bytes('thumb'), medium: bytes('medium'), large: bytes('large') },
      thumbhash: Buffer.from(hash).toString('base64'),
    };
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}
