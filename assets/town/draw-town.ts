import { writeFile } from 'node:fs/promises';
import { type Random, seeded } from '../portraits/svg/seeded-random.ts';
import { drawHouses, type Point, WINDOW } from './houses.ts';
import { drawBoat, drawClouds, drawCouple, drawFarTown, drawLamp, drawMoon, drawStars, drawTree, LAMP_HEIGHT } from './scenery.ts';

/** The size of the drawing in its own units. The page draws the lights in the same ones. */
const WIDTH = 800;
const HEIGHT = 1000;
const QUAY = 742;
/** Where the water begins. Reflections are mirrored here. */
const WATER = 768;
const LAMPS = [140, 356, 646];
/** Mirrors the town on the water, a little shorter than it is. */
const REFLECTION = `translate(0 ${WATER + 8 + QUAY * 0.72}) scale(1 -.72)`;
const MOON: Point = { x: 612, y: 208 };

const gradient = (id: string, stops: readonly (readonly [number, string])[]) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.map(([at, color]) => `<stop offset="${at}" stop-color="${color}"/>`).join('')}</linearGradient>`;

const DEFINITIONS = `<defs>${gradient('sky', [
  [0, '#1b1033'],
  [0.2, '#28153f'],
  [0.4, '#4a1d4e'],
  [0.54, '#7c3358'],
  [0.66, '#c0604f'],
  [0.74, '#e39a62'],
])}${gradient('water', [
  [0, '#3a1a40'],
  [0.4, '#241030'],
  [1, '#150a1e'],
])}${gradient('fade', [
  [0, '#fff'],
  [1, '#000'],
])}<mask id="near"><rect y="${WATER}" width="${WIDTH}" height="190" fill="url(#fade)"/></mask><filter id="soft" x="0" y="0" width="1" height="1"><feGaussianBlur stdDeviation="2.4 5"/></filter></defs>`;

/** Short strokes of moonlight on the water, and long faint ones of waves. */
function drawWaves(random: Random): string {
  const glints = Array.from({ length: 30 }, (_, i) => {
    const y = WATER + 12 + i * 7;
    const reach = 12 + i * 2.2;
    const length = random.between(10, 34);
    const x = MOON.x + random.between(-reach, reach) - length / 2;
    return `M${x.toFixed(1)} ${y}h${length.toFixed(1)}`;
  });
  const waves = Array.from({ length: 46 }, () => {
    const y = WATER + 10 + random.next() ** 0.8 * (HEIGHT - WATER - 16);
    return `M${(random.next() * WIDTH).toFixed(1)} ${y.toFixed(1)}h${random.between(26, 96).toFixed(1)}`;
  });
  return (
    `<path d="${waves.join('')}" stroke="#8a5a86" stroke-width="1.4" stroke-linecap="round" opacity=".28"/>` +
    `<path d="${glints.join('')}" stroke="#f9eef2" stroke-width="2.4" stroke-linecap="round" opacity=".42"/>`
  );
}

/** The quay wall with its stones and two flights of steps. */
function drawQuay(): string {
  const stones = Array.from({ length: 40 }, (_, i) => `M${i * 21 + (i % 2) * 6} ${QUAY + 5}v9M${i * 21 + 10} ${QUAY + 14}v9`).join('');
  return (
    `<rect y="${QUAY}" width="${WIDTH}" height="${WATER - QUAY}" fill="#2b1530"/><path d="${stones}M0 ${QUAY + 14}h${WIDTH}" stroke="#1b0d20" stroke-width="1.4"/>` +
    `<rect y="${QUAY - 2}" width="${WIDTH}" height="6" fill="#5a3a58"/><rect y="${WATER - 5}" width="${WIDTH}" height="5" fill="#170a1d"/>`
  );
}

/** An order in which the first few windows are already spread over the whole town. */
function spread(windows: readonly Point[], random: Random): Point[] {
  const left = [...windows];
  const ordered: Point[] = [];
  const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
  while (left.length > 0) {
    const score = (point: Point) => Math.min(200, ...ordered.map((other) => distance(point, other))) * random.between(0.55, 1);
    const scored = left.map((point) => ({ point, score: score(point) }));
    const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
    ordered.push(best.point);
    left.splice(left.indexOf(best.point), 1);
  }
  return ordered;
}

// `node assets/town/draw-town.ts` draws the town of the match finder by night, with no window lit, and writes where its windows and lamps are.
const random = seeded('town by night');
const houses = drawHouses(QUAY, random);
const town = `${houses.art}${[52, 300, 548, 752].map((x, i) => drawTree(x, QUAY, 22 + (i % 2) * 4)).join('')}${LAMPS.map((x) => drawLamp(x, QUAY)).join('')}`;
const svg =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">${DEFINITIONS}` +
  `<rect width="${WIDTH}" height="${WATER}" fill="url(#sky)"/>${drawStars(WIDTH, 520, random)}${drawMoon(MOON)}` +
  drawClouds([
    { x: 402, y: 268, length: 210 },
    { x: 40, y: 214, length: 170 },
    { x: 630, y: 342, length: 190 },
    { x: 96, y: 366, length: 120 },
  ]) +
  `${drawFarTown(WIDTH, QUAY)}<g id="town">${town}</g>` +
  `<rect y="${WATER}" width="${WIDTH}" height="${HEIGHT - WATER}" fill="url(#water)"/>` +
  `<g mask="url(#near)"><use href="#town" transform="${REFLECTION}" opacity=".55" filter="url(#soft)"/></g>` +
  `${drawWaves(random)}${drawQuay()}${drawCouple(462, QUAY)}${drawBoat(600, 866)}</svg>`;
await writeFile(new URL('town.svg', import.meta.url), svg.replaceAll(/(\d\.\d)\d+/g, '$1'));
const windows = spread(houses.windows, random).map(({ x, y }) => [x, y]);
const lamps = LAMPS.map((x) => [x, QUAY - LAMP_HEIGHT]);
await writeFile(
  new URL('lights.json', import.meta.url),
  `${JSON.stringify({ size: [WIDTH, HEIGHT], window: [WINDOW.width, WINDOW.height], reflection: REFLECTION, lamps, windows })}\n`,
);
