import { readFile } from 'node:fs/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { rgbaToThumbHash } from 'thumbhash';

/** The files of a picture in px; `limit` is the most bytes of each. */
export const SIZES = [
  { name: 'thumb', width: 192, height: 240, limit: 8000 },
  { name: 'medium', width: 400, height: 500, limit: 18000 },
  { name: 'large', width: 640, height: 800, limit: 30000 },
] as const;
type SizeName = (typeof SIZES)[number]['name'];

/** The size of the picture that the thumbhash is computed from. */
const TINY = { width: 80, height: 100 };

interface Print {
  files: Record<SizeName, Buffer>;
  thumbhash: string;
}

interface Encoded {
  files: Record<SizeName, string>;
  tiny: string;
}

/** A browser page that renders SVG to WebP files (rasterizer.html). */
export class Darkroom {
  #browser: Browser;
  #page: Page;

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.#page = page;
  }

  static async open(): Promise<Darkroom> {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--headless', '--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-gpu'],
    });
    const page = await browser.newPage();
    await page.setContent(await readFile(new URL('./rasterizer.html', import.meta.url), 'utf8'));
    return new Darkroom(browser, page);
  }

  /** Renders an SVG in all sizes and computes its thumbhash, in base64. */
  async print(svg: string): Promise<Print> {
    const input = JSON.stringify({ svg, sizes: SIZES, tiny: TINY });
    const { files, tiny } = await this.#page.evaluate<Encoded>(`encode(${input})`);
    const bytes = (name: SizeName) => Buffer.from(files[name], 'base64');
    const hash = rgbaToThumbHash(TINY.width, TINY.height, Buffer.from(tiny, 'base64'));
    return {
      files: { thumb: bytes('thumb'), medium: bytes('medium'), large: bytes('large') },
      thumbhash: Buffer.from(hash).toString('base64'),
    };
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}
