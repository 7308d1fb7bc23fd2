import { globSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { SAME_PHOTO_BITS } from '#db/queries/photos/removed-photos';
import { inProject } from '../../scripts/lib/paths.ts';
import { hashesToCompare, hashesToRemember, type PerceptualHash } from '../../worker/platform/photos/perceptual-hash.ts';
import type { Pixels } from '../../worker/platform/photos/png-decoder.ts';
import { openBrowser } from '../support/browser/chromium-pages.ts';
import { assertCorrect, type ReportLine, report } from './support/report.ts';

/**
 * In how many bits the hashes of changed copies of the drawn portraits differ from what is remembered of them, and those of different portraits
 * (docs/performance.md, "P21: copies of a removed photo"). No times are measured.
 */

/** What becomes of a picture: a part of it, in shares; its width in pixels; turned in a mirror; the lightness and quality of its JPEG. */
interface Change {
  readonly part?: readonly [left: number, top: number, width: number, height: number];
  readonly width?: number;
  readonly isMirrored?: true;
  readonly brightness?: number;
  readonly quality?: number;
}

const CROP = 0.05;
/** Places of a part in the picture that differ from portrait to portrait, without chance: the run can be repeated. */
const place = (i: number, room: number) => [((i * 7) % 11) * (room / 10), ((i * 5) % 11) * (room / 10)] as const;
const anywhere = (i: number, share: number) => [...place(i, 1 - share), share, share] as const;

const CHANGES: Readonly<Record<string, { readonly of: (i: number) => Change; readonly aim: number | null }>> = {
  'JPEG of quality 20': { of: () => ({ quality: 0.2 }), aim: SAME_PHOTO_BITS },
  '250 pixels wide': { of: () => ({ width: 250 }), aim: SAME_PHOTO_BITS },
  'mirrored, JPEG of quality 60': { of: () => ({ isMirrored: true, quality: 0.6 }), aim: SAME_PHOTO_BITS },
  '15 % brighter': { of: () => ({ brightness: 1.15 }), aim: SAME_PHOTO_BITS },
  '5 % cropped, anywhere': { of: (i) => ({ part: anywhere(i, 1 - CROP) }), aim: SAME_PHOTO_BITS },
  '5 % cropped at each side': { of: () => ({ part: [CROP, CROP, 1 - 2 * CROP, 1 - 2 * CROP] }), aim: SAME_PHOTO_BITS },
  '5 % cropped anywhere, mirrored, JPEG of quality 50': {
    of: (i) => ({ part: anywhere(i, 1 - CROP), isMirrored: true, quality: 0.5 }),
    aim: SAME_PHOTO_BITS,
  },
  '10 % cropped, anywhere': { of: (i) => ({ part: anywhere(i, 1 - 2 * CROP) }), aim: null },
};

/** The pixels of a changed picture as the image service makes them for the thumbhash: at most 100 a side. */
async function pixelsOf(page: Page, address: string, change: Change): Promise<Pixels> {
  const { width, height, rgba } = await page.evaluate(
    async ({
      source,
      part: [left, top, partWidth, partHeight] = [0, 0, 1, 1],
      width: newWidth,
      isMirrored,
      brightness = 1,
      quality = 0.92,
    }) => {
      const load = async (from: string) => {
        const image = new Image();
        image.src = from;
        await image.decode();
        return image;
      };
      const canvasOf = (w: number, h: number) => {
        const canvas = new OffscreenCanvas(w, h);
        const context = canvas.getContext('2d');
        if (!context) throw new Error('no canvas here');
        context.imageSmoothingQuality = 'high';
        return { canvas, context };
      };
      const image = await load(source);
      const [x, y] = [Math.round(image.width * left), Math.round(image.height * top)];
      const [w, h] = [Math.floor(image.width * partWidth), Math.floor(image.height * partHeight)];
      const scale = (newWidth ?? w) / w;
      const { canvas, context } = canvasOf(Math.round(w * scale), Math.round(h * scale));
      context.filter = `brightness(${brightness})`;
      if (isMirrored) context.setTransform(-1, 0, 0, 1, canvas.width, 0);
      context.drawImage(image, x, y, w, h, 0, 0, canvas.width, canvas.height);
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
      const copy = await createImageBitmap(blob);
      const small = Math.min(1, 100 / Math.max(copy.width, copy.height));
      const tiny = canvasOf(Math.round(copy.width * small), Math.round(copy.height * small));
      tiny.context.drawImage(copy, 0, 0, tiny.canvas.width, tiny.canvas.height);
      const { data } = tiny.context.getImageData(0, 0, tiny.canvas.width, tiny.canvas.height);
      return { width: tiny.canvas.width, height: tiny.canvas.height, rgba: [...data] };
    },
    { source: address, ...change },
  );
  return { width, height, rgba: Uint8Array.from(rgba) };
}

const bitsOf = (number: number) => (number >>> 0).toString(2).replaceAll('0', '').length;
function difference(one: PerceptualHash, other: PerceptualHash): number {
  const numbers = [...other.bands, ...other.gradient];
  return [...one.bands, ...one.gradient].reduce((sum, number, i) => sum + bitsOf(number ^ (numbers[i] ?? 0)), 0);
}
const nearest = (remembered: readonly PerceptualHash[], compared: readonly PerceptualHash[]) =>
  Math.min(...remembered.flatMap((one) => compared.map((other) => difference(one, other))));

await using lifetime = new AsyncDisposableStack();
const browser = await openBrowser();
lifetime.defer(() => browser.close());
const page = await browser.newPage();

const portraits = globSync('assets/portraits/pool/*-large.webp', { cwd: inProject('.') }).toSorted();
assertCorrect(portraits.length > 100, `${portraits.length} portraits`);
const addresses = portraits.map((path) => `data:image/webp;base64,${readFileSync(inProject(path)).toString('base64')}`);
const originals: Pixels[] = [];
for (const address of addresses) originals.push(await pixelsOf(page, address, {}));
const remembered = originals.map(hashesToRemember);

const lines: ReportLine[] = [];
for (const [what, { of, aim }] of Object.entries(CHANGES)) {
  const bits: number[] = [];
  for (const [i, address] of addresses.entries())
    bits.push(nearest(remembered[i] ?? [], hashesToCompare(await pixelsOf(page, address, of(i)))));
  lines.push({ what, ours: Math.max(...bits), limit: null, unit: 'bits', aim, spread: [Math.min(...bits), Math.max(...bits)] });
}
const compared = originals.map(hashesToCompare);
const different = remembered.flatMap((kept, i) => compared.flatMap((other, j) => (i === j ? [] : [nearest(kept, other)])));
lines.push({
  what: 'nearest different portraits',
  ours: Math.min(...different),
  limit: null,
  unit: 'bits',
  aim: SAME_PHOTO_BITS + 1,
  isAimLeast: true,
  spread: [Math.min(...different), Math.max(...different)],
});
report('P21 copies of a removed photo', lines);
