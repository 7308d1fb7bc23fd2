import { FABRIC } from '../model/palettes.ts';
import type { PortraitContext } from '../model/portrait.ts';
import { darken, lighten } from '../svg/color.ts';
import { curve, disc, stroke, times } from '../svg/shapes.ts';

function stripes(base: number, color: string): string {
  return times(9, (i) => {
    const y = base + 34 + i * 38;
    return stroke(curve([-340, y - 26], [0, y + 8], [340, y - 26]), color, 13);
  });
}

/** Calls `draw` for each place of a grid over the garment, odd rows moved by half a column. */
function grid(base: number, draw: (x: number, y: number, index: number) => string): string {
  return times(13, (row) =>
    times(17, (column) => draw(-320 + column * 40 + (row % 2) * 20, base - 10 + row * 26 - Math.abs(column - 8) * 1.5, row * 17 + column)),
  );
}

function check(base: number, color: string): string {
  const rows = times(
    9,
    (i) => stroke(`M-340 ${base - 10 + i * 44}H340`, color, 12, 0.38) + stroke(`M-340 ${base + 14 + i * 44}H340`, color, 3, 0.5),
  );
  const columns = times(
    14,
    (i) =>
      stroke(`M${-312 + i * 48} ${base - 60}l${(i - 6.5) * 2} 460`, color, 12, 0.38) +
      stroke(`M${-288 + i * 48} ${base - 60}l${(i - 6.5) * 2} 460`, color, 3, 0.5),
  );
  return rows + columns;
}

function floral(s: PortraitContext, color: string): string {
  return grid(s.body.neckBase, (x, y, index) => {
    if (index % 3 === 1) return '';
    const fx = x + s.random.between(-7, 7);
    const fy = y + s.random.between(-5, 5);
    const petals = times(5, (i) => disc(fx + Math.cos(i * 1.257) * 6.5, fy + Math.sin(i * 1.257) * 6.5, 5, color, 0.9));
    return petals + disc(fx, fy, 3.4, '#e5b04a');
  });
}

function knit(base: number, color: string): string {
  const pale = lighten(color, 0.2);
  const dark = darken(color, 0.24);
  return times(21, (i) => stroke(`M${-310 + i * 31} ${base - 50}l${(i - 10) * 3} 440`, i % 2 ? pale : dark, 5, 0.4));
}

/** The pattern of the outfit on a garment of this colour; the caller clips it to the garment. */
export function patterned(s: PortraitContext, color: string): string {
  const second = FABRIC[s.pose.outfit.second];
  const base = s.body.neckBase;
  switch (s.pose.outfit.pattern) {
    case 'plain':
      return '';
    case 'stripes':
      return stripes(base, second);
    case 'dots':
      return grid(base, (x, y) => disc(x, y, 4.6, second, 0.85));
    case 'check':
      return check(base, second);
    case 'floral':
      return floral(s, second);
    case 'knit':
      return knit(base, color);
  }
}
