import {
  ANNA,
  BEN,
  cup,
  disc,
  HEIGHT,
  houses,
  path,
  person,
  rect,
  scatteredPoints,
  svg,
  translated,
  verticalGradient,
  WIDTH,
} from './svg-shapes.ts';

const FACADES = ['#A24B37', '#D9A15B', '#7E3B33', '#B9765A', '#8C5A4A', '#C58A52', '#94443A', '#B66A4C', '#84403A'];
const NIGHT_FACADES = FACADES.map((_, i) => ['#2C1A3E', '#38234C', '#24143A'][i % 3] ?? '#2C1A3E');

/** Colours of the kitchen at one time of the day. */
interface Hour {
  readonly sky: readonly [string, string];
  readonly wall: string;
  readonly light: readonly [x: number, y: number, color: string];
  readonly isDark: boolean;
  readonly phone: string;
}
const HOURS: readonly Hour[] = [
  { sky: ['#F4B58E', '#FCE8CE'], wall: '#E8CDB4', light: [250, 300, '#FFF3D6'], isDark: false, phone: '#C9341C' },
  { sky: ['#7FC3DE', '#DFF0EE'], wall: '#F3E3CF', light: [480, 110, '#FFF8E6'], isDark: false, phone: '#F9EEF2' },
  { sky: ['#5B3568', '#E8795A'], wall: '#8C5A5A', light: [730, 310, '#FFC58A'], isDark: true, phone: '#FF9C84' },
  { sky: ['#140B2B', '#3B2450'], wall: '#3B2444', light: [690, 116, '#F7E3C4'], isDark: true, phone: '#FFE2A8' },
];

/** A kitchen window at one time of the day. */
const kitchen = ({ sky, wall, light, isDark, phone }: Hour): string =>
  svg(
    `<defs>${verticalGradient('sky', ...sky)}</defs>` +
      rect(0, 0, WIDTH, HEIGHT, 'url(#sky)') +
      disc(...(light.slice(0, 2) as [number, number]), 46, light[2]) +
      houses(450, isDark ? NIGHT_FACADES : FACADES, isDark ? '#150B24' : '#F7E3C4', '#FFCB85', (n) => isDark && n % 4 === 1) +
      `<path fill="${wall}" fill-rule="evenodd" d="M0 0H960V600H0ZM130 60V440H830V60Z"/>` +
      rect(474, 60, 12, 380, wall) +
      rect(100, 440, 760, 24, '#FFF8EE', 4) +
      rect(0, 540, WIDTH, 60, '#6B3B2C') +
      rect(700, 486, 60, 54, '#B8573D', 8) +
      path('M730 490Q680 440 694 392Q730 420 730 480Q734 400 776 384Q786 450 730 490Z', '#23704F') +
      cup(600, 541, '#C9341C') +
      rect(500, 528, 70, 12, '#211A24', 5) +
      rect(506, 524, 58, 5, phone, 2) +
      person(330, 620, 1.36, ANNA, isDark ? 5 : -3),
  );

interface Season {
  readonly sky: readonly [string, string];
  readonly hill: string;
  /** Colour of the distant hill. */
  readonly far: string;
  /** Colours of the tree's leaves; none in winter. */
  readonly leafColors: readonly string[];
  /** Colour of falling petals, leaves or snow. */
  readonly fallingColor?: string;
  /** The x of each person on the bench. */
  readonly seats: readonly number[];
}
const SEASONS: readonly Season[] = [
  {
    sky: ['#BFE0E6', '#FBEFE0'],
    hill: '#8FB573',
    far: '#B5CF9A',
    leafColors: ['#F3B5B5', '#F7CFCB', '#E89C9F'],
    fallingColor: '#F7CFCB',
    seats: [410],
  },
  { sky: ['#6DB9DC', '#E4F2E8'], hill: '#5C9A58', far: '#86B878', leafColors: ['#2F7A4A', '#3F8F57', '#236B45'], seats: [330, 650] },
  {
    sky: ['#E0A06A', '#FBE3C4'],
    hill: '#A98646',
    far: '#C7A35E',
    leafColors: ['#C9542C', '#E08A3C', '#B8432A'],
    fallingColor: '#D8692F',
    seats: [380, 585],
  },
  { sky: ['#8FA6C4', '#EDEFF4'], hill: '#F4F6FA', far: '#DCE4EE', leafColors: [], fallingColor: '#FFFFFF', seats: [405, 555] },
];

const tree = (crown: readonly string[]): string =>
  path('M770 470Q782 360 764 250L792 200L806 260Q800 360 830 470Z', '#5C3A2E') +
  path('M786 300L720 190M790 270L860 170M786 230L770 130', 'none', 'stroke="#5C3A2E" stroke-width="12" stroke-linecap="round"') +
  crown.map((color, i) => disc(700 + i * 84, 190 - (i % 2) * 60, 98, color) + disc(740 + i * 60, 110 + i * 20, 66, color)).join('');

/** A bench under a tree in one season. */
const bench = ({ sky, hill, far, leafColors, fallingColor, seats }: Season): string =>
  svg(
    `<defs>${verticalGradient('sky', ...sky)}</defs>` +
      rect(0, 0, WIDTH, HEIGHT, 'url(#sky)') +
      disc(190, 130, 50, '#FFF8E6') +
      path('M0 400Q240 300 500 390T960 340V600H0Z', far) +
      path('M0 470Q300 410 620 450T960 440V600H0Z', hill) +
      tree(leafColors) +
      (fallingColor
        ? scatteredPoints(44, 7)
            .map(([x, y, size]) => disc(x * WIDTH, y * HEIGHT, 3.5 + size * 3, fallingColor, `opacity="${(0.7 + size * 0.3).toFixed(2)}"`))
            .join('')
        : '') +
      seats
        .map((x, i) =>
          person(x, 560, 1.02, i ? BEN : ANNA, seats.length > 1 ? (i ? -1 : 1) * (1400 / ((seats[1] ?? 1) - (seats[0] ?? 0))) : -4),
        )
        .join('') +
      [0, 1, 2].map((i) => rect(220, 486 + i * 30, 540, 20, ['#8A5A3C', '#7A4C32', '#6B412B'][i] ?? '#7A4C32', 5)).join('') +
      rect(262, 480, 16, 120, '#33232B', 4) +
      rect(702, 480, 16, 120, '#33232B', 4) +
      (leafColors.length ? '' : rect(220, 480, 540, 10, '#FFFFFF', 5)),
  );

/** Two windows over a canal in four stages: one is lit, both are lit, both have a cup on the sill, both are dark and the two people stand on the bridge. */
const windows = (stage: number): string => {
  const pane = (x: number, isLit: boolean, content: string) =>
    rect(x - 78, 116, 156, 200, isLit ? '#FFCB85' : '#150B24', 6) +
    `<svg x="${x - 78}" y="116" width="156" height="200" viewBox="0 0 156 200">${content}</svg>` +
    rect(x - 78, 116, 156, 200, 'none', 6, 'stroke="#F3E3CF" stroke-width="10"') +
    rect(x - 92, 316, 184, 14, '#F3E3CF', 3);
  const isOut = stage === 3;
  const anna = person(78, 216, 0.78, ANNA, stage * 5);
  const ben = person(78, 216, 0.8, BEN, -stage * 5);
  return svg(
    `<defs>${verticalGradient('sky', '#140B2B', isOut ? '#8C4A5E' : '#4A2A5C')}</defs>` +
      rect(0, 0, WIDTH, HEIGHT, 'url(#sky)') +
      disc(480, 96 + stage * 22, 36, '#F7E3C4') +
      path('M60 480V120L110 60H330L380 120V480Z', '#7E3B33') +
      path('M580 480V100L700 40H780L900 100V480Z', '#8C5A4A') +
      pane(220, !isOut, isOut ? '' : anna) +
      pane(740, stage > 0 && !isOut, stage > 0 && !isOut ? ben : '') +
      (stage === 2 ? cup(292, 316, '#FFF8EE') + cup(672, 316, '#FFF8EE') : '') +
      rect(0, 470, WIDTH, 130, '#2C2A55') +
      [0, 1, 2, 3, 4].map((i) => rect(80 + i * 170, 506 + (i % 2) * 40, 90, 5, '#F2B06A', 2, `opacity="${isOut ? 0.2 : 0.5}"`)).join('') +
      path('M0 520Q480 340 960 520V556Q480 384 0 556Z', '#5C4A58') +
      (isOut
        ? translated(480, 438, person(-56, 0, 0.86, ANNA, 8) + person(62, 0, 0.9, BEN, -8)) +
          path('M120 500Q480 372 840 500L840 516Q480 392 120 516Z', '#48384A')
        : ''),
  );
};

/** The pictures of the cross-fading lander by slug, as SVG in the order in which they are shown. */
export const PICTURES = {
  'one-day': HOURS.map(kitchen),
  'four-seasons': SEASONS.map(bench),
  'ten-messages': [0, 1, 2, 3].map(windows),
} as const;
