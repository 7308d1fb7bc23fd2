import { darken, lighten, mix } from '../portraits/svg/color.ts';
import type { Random } from '../portraits/svg/seeded-random.ts';

/** A point of the drawing; y grows downwards. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

type Gable = 'step' | 'bell' | 'neck' | 'point' | 'flat' | 'mansard';

interface HousePlan {
  readonly width: number;
  /** From the quay to the foot of the gable. */
  readonly height: number;
  readonly gable: Gable;
  readonly color: string;
  readonly columns: number;
}

/** The size of a window, the same for all houses. */
export const WINDOW = { width: 11, height: 17 } as const;

const STOREY = 33;
const GROUND_FLOOR = 44;
const LIT_EDGE = '#f0c9b4';
const DARK_PANE = '#140a1c';

/** The houses from left to right. Their widths add up to that of the drawing. */
export const HOUSES: readonly HousePlan[] = [
  { width: 78, height: 182, gable: 'step', color: '#3a1d40', columns: 3 },
  { width: 62, height: 222, gable: 'bell', color: '#4b2440', columns: 2 },
  { width: 84, height: 168, gable: 'mansard', color: '#2f1a3d', columns: 3 },
  { width: 58, height: 240, gable: 'neck', color: '#56293f', columns: 2 },
  { width: 74, height: 196, gable: 'point', color: '#35203f', columns: 3 },
  { width: 88, height: 226, gable: 'flat', color: '#432046', columns: 3 },
  { width: 60, height: 184, gable: 'step', color: '#5a2f3d', columns: 2 },
  { width: 76, height: 252, gable: 'bell', color: '#331b41', columns: 3 },
  { width: 66, height: 222, gable: 'point', color: '#4a2346', columns: 2 },
  { width: 82, height: 172, gable: 'mansard', color: '#3c2138', columns: 3 },
  { width: 72, height: 222, gable: 'step', color: '#502640', columns: 3 },
];

/** The outline of a gable that is `w` wide, standing on (x, y), as an SVG path. */
function gablePath(gable: Gable, x: number, y: number, w: number): string {
  const middle = x + w / 2;
  if (gable === 'flat') return `M${x - 3} ${y}v-9h${w + 6}v9zM${x + 4} ${y - 9}v-6h${w - 8}v6z`;
  if (gable === 'point') return `M${x - 3} ${y}L${middle} ${y - w * 0.62}L${x + w + 3} ${y}z`;
  if (gable === 'mansard') {
    return `M${x - 2} ${y}l9 -34h${w - 14}l9 34zM${x + 5} ${y - 34}v-5h${w - 10}v5z`;
  }
  if (gable === 'step') {
    const step = w / 9;
    const up = `v-11h${step}`.repeat(4);
    return `M${x} ${y}${up}v-9h${step}v9${`h${step}v11`.repeat(4)}z`;
  }
  const [shoulder, top] = [w * 0.2, gable === 'bell' ? 40 : 48];
  const inner = w - 2 * shoulder;
  const rise =
    gable === 'bell' ? `c${shoulder} 0 ${shoulder} -14 ${shoulder} ${-top}` : `c${shoulder} -4 ${shoulder} -16 ${shoulder} -16v${16 - top}`;
  const fall = gable === 'bell' ? `c0 ${top - 14} 0 ${top} ${shoulder} ${top}` : `v${top - 16}c0 0 0 12 ${shoulder} 16`;
  return `M${x} ${y}${rise}q${inner / 2} -20 ${inner} 0${fall}z`;
}

/** The upper left corners of the windows of a house that stands at `x` on the quay at `quayY`. */
function windowsOf({ width, height, columns }: HousePlan, x: number, quayY: number): Point[] {
  const gap = (width - columns * WINDOW.width) / (columns + 1);
  const storeys = Math.floor((height - GROUND_FLOOR - 12) / STOREY);
  const points: Point[] = [];
  for (let storey = 0; storey < storeys; storey += 1) {
    for (let column = 0; column < columns; column += 1) {
      const left = x + gap + column * (WINDOW.width + gap);
      points.push({ x: Math.round(left), y: Math.round(quayY - height + 20 + storey * STOREY) });
    }
  }
  return points;
}

const pane = ({ x, y }: Point, frame: string) =>
  `<rect x="${x - 1.6}" y="${y - 1.6}" width="${WINDOW.width + 3.2}" height="${WINDOW.height + 3.2}" fill="${frame}"/>` +
  `<rect x="${x}" y="${y}" width="${WINDOW.width}" height="${WINDOW.height}" fill="${DARK_PANE}"/>` +
  `<path d="M${x + WINDOW.width / 2} ${y}v${WINDOW.height}M${x} ${y + 6.5}h${WINDOW.width}" stroke="${frame}" stroke-width="1.1"/>` +
  `<path d="M${x - 3} ${y + WINDOW.height + 2.6}h${WINDOW.width + 6}" stroke="${frame}" stroke-width="1.8"/>`;

/** The door, and a shop window or two beside it. */
function groundFloor(x: number, quayY: number, width: number, color: string, random: Random): string {
  const frame = lighten(color, 0.13);
  const doorLeft = random.chance(0.5);
  const doorX = doorLeft ? x + 9 : x + width - 25;
  const shopX = doorLeft ? x + 33 : x + 9;
  const shopWidth = width - 42;
  const door =
    `<path d="M${doorX} ${quayY}v-26q8 -7 16 0v26z" fill="${darken(mix(color, '#7a2f3e', 0.4), 0.3)}"/>` +
    `<circle cx="${doorX + 12.5}" cy="${quayY - 12}" r="1" fill="${LIT_EDGE}" opacity=".5"/>`;
  const shop =
    `<rect x="${shopX}" y="${quayY - 30}" width="${shopWidth}" height="21" fill="${frame}"/>` +
    `<rect x="${shopX + 2}" y="${quayY - 28}" width="${shopWidth - 4}" height="17" fill="${DARK_PANE}"/>`;
  const awning = random.chance(0.4)
    ? `<path d="M${shopX - 2} ${quayY - 31}h${shopWidth + 4}l3 8h${-(shopWidth + 10)}z" fill="${mix(color, '#a8483c', 0.45)}"/>`
    : '';
  const band = `<path d="M${x} ${quayY - GROUND_FLOOR + 4}h${width}" stroke="${frame}" stroke-width="2" opacity=".8"/>`;
  return band + shop + awning + door;
}

/** One house with its windows unlit; the moon, on the right, lights its right edge. */
function drawHouse(plan: HousePlan, x: number, quayY: number, random: Random): { art: string; windows: Point[] } {
  const { width, height, gable, color } = plan;
  const top = quayY - height;
  const roof = gable === 'mansard' || gable === 'point' ? darken(color, 0.42) : color;
  const windows = windowsOf(plan, x, quayY);
  const chimneyX = x + width * (random.chance(0.5) ? 0.2 : 0.72);
  const chimney = `<path d="M${chimneyX} ${top}v-34h9v34z" fill="${darken(color, 0.5)}"/>`;
  const attic =
    gable === 'flat'
      ? ''
      : `<circle cx="${x + width / 2}" cy="${top - 14}" r="5.4" fill="${lighten(color, 0.12)}"/><circle cx="${x + width / 2}" cy="${top - 14}" r="3.8" fill="${DARK_PANE}"/>`;
  const art = [
    chimney,
    `<path d="${gablePath(gable, x, top + 0.5, width)}" fill="${roof}"/>`,
    `<rect x="${x}" y="${top}" width="${width}" height="${height}" fill="${color}"/>`,
    `<rect x="${x}" y="${top}" width="${width * 0.28}" height="${height}" fill="${darken(color, 0.35)}" opacity=".5"/>`,
    `<rect x="${x + width - 2.4}" y="${top}" width="2.4" height="${height}" fill="${LIT_EDGE}" opacity=".22"/>`,
    attic,
    ...windows.map((point) => pane(point, lighten(color, 0.12))),
    groundFloor(x, quayY, width, color, random),
  ].join('');
  return { art, windows };
}

/** The row of houses on the quay, and the upper left corners of all windows. */
export function drawHouses(quayY: number, random: Random): { art: string; windows: Point[] } {
  let x = 0;
  const drawn = HOUSES.map((plan) => {
    const house = drawHouse(plan, x, quayY, random);
    x += plan.width;
    return house;
  });
  return { art: drawn.map(({ art }) => art).join(''), windows: drawn.flatMap(({ windows }) => windows) };
}
