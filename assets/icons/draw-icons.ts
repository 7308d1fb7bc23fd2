import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { CHROMIUM_ARGS, installedChromium } from '../../scripts/lib/browsers/chromium.ts';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { runCommand } from '../../scripts/lib/command/run-command.ts';
import { inProject } from '../../scripts/lib/paths.ts';
import { palettePng } from './png-encoder.ts';

const FOLDER = inProject('assets/icons');
const LIMIT_BYTES = 10_000;
const WHITE = '#FFFFFF';
const PAPER = '#FBF6F0';
/** The centre of the mark's drawing in its box of 32 by 32, and the height of the drawing; it is taller than wide. */
const MARK_MIDDLE = { x: 16, y: 16.5 };
const MARK_HEIGHT = 28;

interface Picture {
  readonly name: string;
  readonly size: number;
  readonly svg: string;
}

interface Drawing {
  readonly size: number;
  /** The height of the mark as a share of the picture's. */
  readonly heightShare: number;
  /** SVG of the background, in a box of 100 by 100. */
  readonly background?: string;
}

/** An SVG of `size` px whose content is drawn in a box of 100 by 100. */
const svgInBox100 = (size: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100">${content}</svg>`;

function markSvg(paths: string, { size, heightShare, background = '' }: Drawing): string {
  const scale = (heightShare * 100) / MARK_HEIGHT;
  const { x, y } = MARK_MIDDLE;
  return svgInBox100(size, `${background}<g transform="translate(50 50) scale(${scale}) translate(${-x} ${-y})">${paths}</g>`);
}

/** An icon of web/ui/icons.svg on a light round background. Throws if there is no such icon. */
function symbolOf(sprite: string, icon: string, stroke: string): string {
  const [, paths = ''] = new RegExp(`<symbol id="i-${icon}"[^>]*>(.*?)</symbol>`).exec(sprite) ?? [];
  if (!paths) throw new Error(`icons.svg has no ${icon}`);
  const style = `fill="none" stroke="${stroke}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"`;
  return svgInBox100(
    96,
    `<circle cx="50" cy="50" r="50" fill="${PAPER}"/><g transform="translate(23 23) scale(2.25)" ${style}>${paths}</g>`,
  );
}

/** The content of an SVG file without its outer element. */
const innerSvg = (name: string, source: string) => {
  const [, inner = ''] = /<svg[^>]*>(.*)<\/svg>/s.exec(source) ?? [];
  if (!inner) throw new Error(`${name} is no drawing`);
  return inner;
};

async function pictures(): Promise<Picture[]> {
  const mark = innerSvg('mark.svg', await readFile(inProject('web/ui/mark.svg'), 'utf8'));
  const sprite = await readFile(inProject('web/ui/icons.svg'), 'utf8');
  const [ember = ''] = /#[0-9A-F]{6}/.exec(mark) ?? [];
  const whiteMark = mark.replaceAll(ember, WHITE);
  const square = `<path d="M0 0h100v100H0z" fill="${ember}"/>`;
  const roundedTile = `<rect width="100" height="100" rx="22" fill="${ember}"/>`;
  return [
    { name: 'app-192', size: 192, svg: markSvg(whiteMark, { size: 192, heightShare: 0.56, background: roundedTile }) },
    { name: 'app-512', size: 512, svg: markSvg(whiteMark, { size: 512, heightShare: 0.56, background: roundedTile }) },
    // A launcher may cut off everything outside the middle circle of 80 %.
    { name: 'maskable-512', size: 512, svg: markSvg(whiteMark, { size: 512, heightShare: 0.5, background: square }) },
    { name: 'monochrome-512', size: 512, svg: markSvg(whiteMark, { size: 512, heightShare: 0.6 }) },
    { name: 'touch-180', size: 180, svg: markSvg(whiteMark, { size: 180, heightShare: 0.56, background: square }) },
    { name: 'to-members-96', size: 96, svg: symbolOf(sprite, 'compass', ember) },
    { name: 'to-likes-96', size: 96, svg: symbolOf(sprite, 'heart', ember) },
    { name: 'to-chats-96', size: 96, svg: symbolOf(sprite, 'message-circle', ember) },
  ];
}

/** Runs in the page. Returns the pixels of a drawing, four bytes each, in base64. */
async function pixelsOf({ svg, size }: { svg: string; size: number }): Promise<string> {
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = new OffscreenCanvas(size, size).getContext('2d');
  canvas?.drawImage(picture, 0, 0);
  const bytes = canvas?.getImageData(0, 0, size, size).data ?? new Uint8ClampedArray();
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** `node assets/icons/draw-icons.ts`: draws the icons of the installed app from web/ui/mark.svg into assets/icons. */
await runCommand(async (lifetime) => {
  const executablePath = installedChromium();
  if (!executablePath) throw new CommandError('No chromium here.');
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  lifetime.defer(() => browser.close());
  const page = await browser.newPage();
  await mkdir(FOLDER, { recursive: true });
  for (const { name, size, svg } of await pictures()) {
    const rgba = Buffer.from(await page.evaluate(pixelsOf, { svg, size }), 'base64');
    const png = palettePng({ width: size, height: size, rgba });
    if (png.length > LIMIT_BYTES) throw new CommandError(`${name} would weigh ${png.length} bytes.`);
    await writeFile(`${FOLDER}/${name}.png`, png);
    console.log(`${name}.png ${png.length} bytes`);
  }
});
