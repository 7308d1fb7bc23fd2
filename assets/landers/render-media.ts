import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS, installedChromium } from '../../scripts/lib/browsers/chromium.ts';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { runCommand } from '../../scripts/lib/command/run-command.ts';
import { inProject } from '../../scripts/lib/paths.ts';
import { FILMS } from './drawing/film-scenes.ts';
import { HEIGHT, WIDTH } from './drawing/svg-shapes.ts';
import { PICTURES } from './drawing/transition-scenes.ts';

/** Length of a film in seconds, and frames per second. */
const FILM_SECONDS = 6;
const FRAMES_PER_SECOND = 15;
const PICTURE_LIMIT_BYTES = 60_000;
const FILM_LIMIT_BYTES = 600_000;
const execFileAsync = promisify(execFile);

const ffmpeg = (...args: string[]) => execFileAsync('ffmpeg', ['-loglevel', 'error', '-y', ...args]);

/** Draws the SVG of a scene in the page and stores it as PNG or JPEG, by the ending of `path`. */
async function screenshotScene(page: Page, scene: string, path: string): Promise<void> {
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${scene}`);
  await page.screenshot({ path, type: path.endsWith('.png') ? 'png' : 'jpeg', ...(path.endsWith('.png') ? {} : { quality: 95 }) });
}

/** Prints the size of a file; refuses one that is larger than `limit` bytes. */
async function checkFileSize(path: string, limit: number): Promise<void> {
  const { size } = await stat(path);
  if (size > limit) throw new CommandError(`${path} weighs ${size} bytes.`);
  console.log(path, size);
}

/** Stores a scene as WebP; `frames` is a folder for temporary files. */
async function makePicture(page: Page, scene: string, path: string, frames: string): Promise<void> {
  const png = join(frames, 'picture.png');
  await screenshotScene(page, scene, png);
  await ffmpeg('-i', png, '-quality', '84', path);
  await checkFileSize(path, PICTURE_LIMIT_BYTES);
}

/** Stores a film as MP4; `draw` gives the scene at a time from 0 to 1. */
async function makeFilm(page: Page, draw: (t: number) => string, path: string, frames: string): Promise<void> {
  const frameCount = FILM_SECONDS * FRAMES_PER_SECOND;
  for (let i = 0; i < frameCount; i++) await screenshotScene(page, draw(i / frameCount), join(frames, `${String(i).padStart(3, '0')}.jpg`));
  const input = ['-framerate', String(FRAMES_PER_SECOND), '-i', join(frames, '%03d.jpg')];
  await ffmpeg(...input, '-c:v', 'libx264', '-crf', '27', '-preset', 'slow', '-pix_fmt', 'yuv420p', '-movflags', '+faststart', '-an', path);
  await checkFileSize(path, FILM_LIMIT_BYTES);
}

/** `node assets/landers/render-media.ts` (needs ffmpeg): makes the films with their posters, and the pictures of the cross-fading lander. */
await runCommand(async (lifetime) => {
  const executablePath = installedChromium();
  if (!executablePath) throw new CommandError('No chromium here.');
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  lifetime.defer(() => browser.close());
  const frames = await mkdtemp(join(tmpdir(), 'lander-media-'));
  lifetime.defer(() => rm(frames, { recursive: true }));
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
  const films = inProject('assets/landers/video');
  const pictures = inProject('assets/landers/transitions');
  await mkdir(films, { recursive: true });
  await mkdir(pictures, { recursive: true });
  for (const [slug, scenes] of Object.entries(PICTURES)) {
    for (const [i, scene] of scenes.entries()) await makePicture(page, scene, join(pictures, `${slug}-${i + 1}.webp`), frames);
  }
  for (const [slug, draw] of Object.entries(FILMS)) await makePicture(page, draw(0.25), join(films, `${slug}.webp`), frames);
  for (const [slug, draw] of Object.entries(FILMS)) await makeFilm(page, draw, join(films, `${slug}.mp4`), frames);
});
