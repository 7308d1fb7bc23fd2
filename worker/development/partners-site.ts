import { crc32, deflateSync } from 'node:zlib';
import type { Context as HonoContext } from 'hono';
import { html } from 'hono/html';
import type { HonoEnv } from '../http/request-context.ts';

/** The accounts of the local partner. Their pictures are drawn below and show nobody. */
const LOCAL_CAMS = [
  { account: 'nova', name: 'Nova', age: 27, gender: 'female', hue: 0.92 },
  { account: 'river', name: 'River', age: 34, gender: 'male', hue: 0.58 },
  { account: 'sol', name: 'Sol', age: 41, gender: 'female', hue: 0.08 },
  { account: 'atlas', name: 'Atlas', age: 29, gender: 'male', hue: 0.44 },
  { account: 'iris', name: 'Iris', age: 52, gender: 'female', hue: 0.76 },
  { account: 'ash', name: 'Ash', age: 23, gender: 'nonbinary', hue: 0.3 },
] as const;

const WIDTH = 320;
const HEIGHT = 200;

/** The RGB of a colour by its hue and brightness, both from 0 to 1. */
const colour = (hue: number, brightness: number): number[] =>
  [0, 1 / 3, 2 / 3].map((offset) => Math.round(255 * brightness * (0.62 + 0.38 * Math.cos(2 * Math.PI * (hue - offset)))));

/** The RGB of one pixel of a picture, which shows waves in front of a low sun. */
function pixelAt(x: number, y: number, hue: number): number[] {
  const [across, down] = [x / WIDTH, y / HEIGHT];
  const waves = [0, 1, 2, 3].filter((i) => down > 0.42 + 0.14 * i + 0.06 * Math.sin(2 * Math.PI * (across * (1 + i / 3) + hue + i / 4)));
  const glow = Math.max(0, 1 - Math.hypot(across - 0.68, (down - 0.3) * 0.7) / 0.2);
  return colour(hue + 0.04 * waves.length, Math.min(1, 0.78 - 0.13 * waves.length + (waves.length === 0 ? 0.22 * Math.sqrt(glow) : 0)));
}

function pngChunk(name: string, body: Uint8Array): Buffer {
  const nameAndBody = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const lengthAndCrc = Buffer.alloc(8);
  lengthAndCrc.writeUInt32BE(body.length, 0);
  lengthAndCrc.writeUInt32BE(crc32(nameAndBody), 4);
  return Buffer.concat([lengthAndCrc.subarray(0, 4), nameAndBody, lengthAndCrc.subarray(4)]);
}

function drawPng(hue: number): Buffer {
  const rows = Array.from({ length: HEIGHT }, (_, y) => [0, ...Array.from({ length: WIDTH }, (_, x) => pixelAt(x, y, hue)).flat()]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))]);
}

const feed = () => ({ cams: LOCAL_CAMS.map(({ hue: _, ...cam }) => ({ ...cam, picture: `${cam.account}.png` })) });

/** Answers `/_dev/cams/…`, the partner of a local site: its feed, a drawn picture for each account, and the page to which links lead. */
export function showPartnerSite(c: HonoContext<HonoEnv>): Response | Promise<Response> {
  const part = c.req.param('part') ?? '';
  if (part === 'feed.json') return c.json(feed());
  const [account = '', ending = ''] = part.split('.');
  const cam = LOCAL_CAMS.find((entry) => entry.account === account);
  if (cam && ending === 'png') return c.body(new Uint8Array(drawPng(cam.hue)).buffer, 200, { 'Content-Type': 'image/png' });
  if (ending !== '' || !(cam || account === 'all')) return c.notFound();
  return c.html(
    html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>A partner’s site</title></head>
    <body><h1>A partner’s site</h1><p>Here ${cam ? `the webcam of ${cam.name}` : 'the webcams'} would be. The settings cams_feed, cams_address and resell_flows say where links really lead.</p></body></html>`,
  );
}
