import { ANNA, BEN, cup, disc, HEIGHT, houses, path, person, rect, svg, translated, verticalGradient, WIDTH, wave } from './svg-shapes.ts';

const FACADES = ['#A24B37', '#D9A15B', '#7E3B33', '#B9765A', '#8C5A4A', '#C58A52', '#94443A', '#B66A4C', '#84403A'];

/** Steam over a cup at a time from 0 to 1. */
const steam = (x: number, y: number, t: number, shift: number): string => {
  const bend = wave(t, 1, shift) * 9;
  return path(
    `M${x} ${y}q${bend} -18 0 -34t${-bend} -34`,
    'none',
    `stroke="#fff" stroke-width="6" stroke-linecap="round" opacity="${0.42 + 0.2 * wave(t, 2, shift)}"`,
  );
};

const cyclist = (x: number): string =>
  translated(
    x,
    408,
    `<g fill="none" stroke="#3A2436" stroke-width="5"><circle cx="-34" r="26"/><circle cx="38" r="26"/><path d="M-34 0L-6 -36H26L38 0M-6 -36L6 0L26 -36"/></g>` +
      path('M-14 -48Q-4 -96 22 -88L30 -46L18 -44L12 -68L2 -40Z', '#23704F') +
      disc(22, -104, 15, '#5C3427'),
  );

/** A café window in the morning: a cyclist passes, two people sit in front. */
function firstCoffee(t: number): string {
  return svg(
    `<defs>${verticalGradient('sky', '#BFE0E6', '#FBE3C4')}${verticalGradient('wall', '#4A2A2E', '#32191F')}</defs>` +
      rect(0, 0, WIDTH, HEIGHT, 'url(#sky)') +
      disc(720, 120, 52, '#FFF3D6') +
      houses(400, FACADES, '#F7E3C4', '#F7E3C4', () => true) +
      rect(0, 396, WIDTH, 60, '#CBB8A4') +
      cyclist(-120 + t * 1200) +
      rect(0, 0, WIDTH, 40, 'url(#wall)') +
      rect(0, 0, 70, HEIGHT, 'url(#wall)') +
      rect(890, 0, 70, HEIGHT, 'url(#wall)') +
      rect(474, 0, 12, 470, '#3B1F25') +
      rect(0, 452, WIDTH, 150, '#6B3B2C') +
      rect(0, 452, WIDTH, 10, '#8F5640') +
      translated(
        480,
        0,
        rect(-2, 0, 4, 92, '#241318') + path('M-54 132Q-46 86 0 86Q46 86 54 132Z', '#C9341C') + disc(0, 134, 14, '#FFE2A8'),
        `rotate(${wave(t) * 1.6})`,
      ) +
      cup(438, 470, '#FFF8EE') +
      cup(522, 470, '#F2C98A') +
      steam(438, 428, t, 0) +
      steam(522, 428, t, 0.4) +
      person(312, 604, 1.25, ANNA, 5 + wave(t) * 2.5) +
      person(650, 604, 1.32, BEN, -4 + wave(t, 1, 0.3) * 2.5),
  );
}

/** Lights outside in three layers that move at different speeds. Each moves by a whole number of its own distances, so that the film repeats without a jump. */
const lights = (t: number): string =>
  [0, 1, 2]
    .map((depth) => {
      const spacing = 160 + depth * 160;
      const discs = Array.from({ length: 12 }, (_, i) => {
        const x = (i - 4) * spacing + t * spacing * (depth ? 2 : 1);
        return disc(x, 330 - depth * 52, 5 + depth * 4, ['#F2B06A', '#FFE2A8', '#FF9C84'][depth] ?? '#fff', 'opacity=".75"');
      });
      return discs.join('');
    })
    .join('');

/** A train carriage at night: the town passes outside, two people sit in front. */
function lastTrain(t: number): string {
  const skyline = houses(
    400,
    FACADES.map(() => '#1D1437'),
    '#2A1F4A',
    '#F2B06A',
    (n) => n % 5 === 1,
  );
  return svg(
    `<defs>${verticalGradient('night', '#140B2B', '#4A2A5C')}${verticalGradient('inside', '#3B2450', '#241534')}</defs>` +
      rect(0, 0, WIDTH, HEIGHT, 'url(#night)') +
      disc(250, 112, 34, '#F7E3C4') +
      translated(t * 1008 - 1008, 0, skyline) +
      translated(t * 1008, 0, skyline) +
      lights(t) +
      rect(0, 396, WIDTH, 60, '#120A22') +
      `<path fill="url(#inside)" fill-rule="evenodd" d="M0 0H960V600H0ZM106 56Q80 56 80 82V416Q80 442 106 442H854Q880 442 880 416V82Q880 56 854 56Z"/>` +
      rect(80, 56, 800, 386, 'none', 26, 'stroke="#5A3F70" stroke-width="8"') +
      path('M300 56L190 442H260L370 56Z', '#fff', 'opacity=".05"') +
      rect(470, 56, 20, 386, '#3B2450') +
      rect(40, 22, 880, 8, '#FFE2A8', 4, `opacity="${0.86 + 0.06 * wave(t, 2)}"`) +
      translated(
        0,
        wave(t, 4) * 1.5,
        person(300, 606, 1.28, ANNA, 7 + wave(t) * 3) + person(664, 606, 1.34, BEN, -6 + wave(t, 1, 0.4) * 3),
      ) +
      rect(120, 566, 330, 60, '#7A2433', 26) +
      rect(510, 566, 330, 60, '#7A2433', 26),
  );
}

const awning = (x: number, t: number, color: string, shift: number): string => {
  const sway = wave(t, 1, shift) * 5;
  const strips = Array.from({ length: 8 }, (_, i) => {
    const left = x + i * 40;
    return path(`M${left} 96H${left + 40}L${left + 40} ${206 + sway}q-20 28 -40 0Z`, i % 2 ? '#FFF6E8' : color);
  });
  return rect(x + 4, 96, 8, 360, '#6B4630') + rect(x + 308, 96, 8, 360, '#6B4630') + strips.join('');
};

const crate = (x: number, y: number, fruit: string, leaf: string): string =>
  Array.from(
    { length: 9 },
    (_, i) =>
      disc(x + 18 + (i % 5) * 31 + (i > 4 ? 15 : 0), y - (i > 4 ? 22 : 4), 17, fruit) +
      disc(x + 23 + (i % 5) * 31 + (i > 4 ? 15 : 0), y - (i > 4 ? 36 : 18), 4, leaf),
  ).join('') +
  rect(x, y, 160, 54, '#A8713F', 4) +
  rect(x, y + 22, 160, 5, '#7E5230');

/** A market on Sunday morning: awnings and flags move in the wind, two people stand in front. */
function sundayMarket(t: number): string {
  const flags = Array.from({ length: 13 }, (_, i) =>
    path(
      `M${i * 78} ${40 + Math.abs(6 - i) * -3}l24 0l${-12 + wave(t, 2, i / 13) * 7} 32Z`,
      ['#C9341C', '#E9B44C', '#23704F'][i % 3] ?? '#C9341C',
    ),
  ).join('');
  const cloud = (x: number, y: number) => disc(x, y, 26, '#fff') + disc(x + 34, y - 10, 34, '#fff') + disc(x + 70, y, 24, '#fff');
  return svg(
    `<defs>${verticalGradient('sky', '#8FC9DE', '#F6E7CB')}</defs>` +
      rect(0, 0, WIDTH, HEIGHT, 'url(#sky)') +
      translated(wave(t) * 26, 0, cloud(160, 84) + cloud(640, 66)) +
      houses(400, FACADES, '#7F5B58', '#F7E3C4', (n) => n % 4 === 0) +
      rect(0, 396, WIDTH, 210, '#D8C3A2') +
      flags +
      awning(100, t, '#C9341C', 0) +
      awning(540, t, '#23704F', 0.35) +
      crate(106, 392, '#E2563A', '#23704F') +
      crate(268, 392, '#F2B06A', '#5B8A3A') +
      crate(530, 392, '#F08A5D', '#23704F') +
      crate(700, 392, '#A8C256', '#23704F') +
      translated(
        868 + wave(t) * 8,
        250 + wave(t, 1, 0.2) * 10,
        path('M0 40Q12 120 -30 220', 'none', 'stroke="#6B4630" stroke-width="2"') +
          `<ellipse rx="34" ry="42" fill="#C9341C"/><ellipse cx="-10" cy="-14" rx="9" ry="12" fill="#fff" opacity=".3"/>`,
      ) +
      person(320, 610, 1.22, ANNA, 6 + wave(t) * 6) +
      person(650, 610, 1.3, BEN, -6 + wave(t, 1, 0.45) * 6),
  );
}

/** The films of the video lander by slug. Each function gives the SVG at a time from 0 to 1. */
export const FILMS = { 'first-coffee': firstCoffee, 'last-train': lastTrain, 'sunday-market': sundayMarket } as const;
