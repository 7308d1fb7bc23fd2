import { rim } from '../model/anatomy.ts';
import type { Sitting } from '../model/portrait.ts';
import { bothSides, curve, each, fill, outline, type Point, stroke } from '../svg/shapes.ts';
import { arc, at, type Cuts, capPath, comb, curls, gloss, type Hairdo, places, scattered, tress } from './hair-shapes.ts';

/** A round crown of tight curls. */
function afro(s: Sitting): Hairdo {
  const back =
    fill(outline(...arc(s, 98, 50), [s.body.half * 0.6, 50], [-s.body.half * 0.6, 50]), s.hair.dark) +
    curls(s, scattered(s, -98, 98, [54], 12), 32, 'dark');
  const front = curls(s, [...scattered(s, -96, 96, [42, 18], 12), ...scattered(s, -70, 70, [-6], 13)], 30);
  return { back, front, shadow: capPath(s, 'swept', 4), ears: true };
}

/** A small, close afro. */
function shortAfro(s: Sitting): Hairdo {
  const back = fill(outline(...arc(s, 104, 22), [0, 20]), s.hair.dark);
  const front = curls(s, [...scattered(s, -84, 84, [14], 9), ...scattered(s, -74, 74, [-6], 9), ...scattered(s, -54, 54, [-26], 10)], 20);
  return { back, front, shadow: capPath(s, 'swept', 4), ears: true };
}

/** Curls on top, short at the sides. */
function curlyTop(s: Sitting): Hairdo {
  const path = capPath(s, 'short', 8, 98);
  const top = [...scattered(s, -66, 66, [30, 10], 13), ...scattered(s, -56, 56, [-14], 12), ...scattered(s, -40, 40, [-36], 14)];
  return { back: '', front: fill(path, s.hair.dark) + curls(s, top, 26), shadow: path, ears: true };
}

/** Places of curls that hang beside the face down to `length`, drawn behind the head (`behind`) and over it (`before`). */
function ringlets(s: Sitting, length: number, spread: number): { behind: Point[]; before: Point[] } {
  const column = (side: number, offset: number, from: number): Point[] =>
    Array.from({ length: Math.max(2, Math.round((length - from) / 34)) }, (_, i) => [
      side * (s.body.half + offset + Math.sin(i * 1.3) * 8 + Math.min(i, 5) * spread) + s.random.between(-5, 5),
      from + i * 34 + s.random.between(-5, 5),
    ]);
  return {
    behind: [...column(-1, 34, -60), ...column(1, 34, -60), ...column(-1, -20, 60), ...column(1, -20, 60)],
    before: [...column(-1, 8, -20), ...column(1, 8, -20), ...column(-1, 30, 30), ...column(1, 30, 30)],
  };
}

/** Curls that hang down to `length`; `spread` is how much wider they get with every curl, in px. */
function cloud(s: Sitting, length: number, spread: number, radius: number): Hairdo {
  const { behind, before } = ringlets(s, length, spread);
  const mass = fill(
    outline(...arc(s, 100, 30), [s.body.half + 24, length - 50], [0, length - 30], [-s.body.half - 24, length - 50]),
    s.hair.deep,
  );
  const crown = [...scattered(s, -92, 92, [30, 8], 13), ...scattered(s, -80, -24, [-12], 14), ...scattered(s, 24, 80, [-12], 14)];
  const cap = tress(s, capPath(s, 'centre', 18));
  return {
    back: mass + curls(s, behind, radius * 1.12, 'dark'),
    front: cap + curls(s, [...before, ...crown], radius),
    shadow: capPath(s, 'centre', 10),
    ears: false,
  };
}

/** Long curls. */
const longCurls = (s: Sitting) => cloud(s, 290, 5, 30);

/** Curls to the jaw. */
const curlyBob = (s: Sitting) => cloud(s, 120, 7, 28);

/** Curls to the shoulders, a little looser. */
const looseCurls = (s: Sitting) => cloud(s, 200, 6, 34);

/** Set curls, short and light. */
function setCurls(s: Sitting): Hairdo {
  const cap = capPath(s, 'swept', 12);
  const front = curls(s, [...scattered(s, -108, 108, [12], 15), ...scattered(s, -84, 84, [-12], 16)], 28);
  return { back: fill(outline(...arc(s, 112, 20), [0, 60]), s.hair.dark), front: tress(s, cap) + front, shadow: cap, ears: false };
}

/** Two round puffs. */
function puffs(s: Sitting): Hairdo {
  const cap = capPath(s, 'centre', 8);
  const back = bothSides((side) => {
    const [x, y] = rim(s.body, side * 48, 52);
    const ring = Array.from({ length: 9 }, (_, i): Point => [x + Math.cos(i * 0.7) * 34, y + Math.sin(i * 0.7) * 34]);
    return curls(s, [...ring, [x, y]], 27);
  });
  const strands = comb(s, at(s, 0, -1), places(s, '-.8,-.8 -.9,-.5 .8,-.8 .9,-.5'), 0.1);
  return { back, front: tress(s, cap) + s.ink.within(cap, strands + gloss(s, -6)), shadow: cap, ears: true };
}

/** One braid or loc. */
interface Rope {
  from: Point;
  bend: Point;
  to: Point;
  front: boolean;
}

/** Braids side by side, the outer ones in front of the shoulders. */
function ropes(s: Sitting, count: number, length: number, width: number): { back: string; front: string } {
  const lines = Array.from({ length: count }, (_, i): Rope => {
    const spread = (i / (count - 1)) * 2 - 1;
    const side = Math.sign(spread) || 1;
    const x = spread * (s.body.half + 34);
    const front = Math.abs(spread) > 0.72;
    return {
      from: [spread * s.body.half * 0.9, -70 - (1 - Math.abs(spread)) * 60],
      bend: [x + side * 12, 40],
      to: [x * 0.96 + s.random.between(-8, 8), length + s.random.between(-24, 18)],
      front,
    };
  });
  const draw = (rope: Rope, i: number) => {
    const path = curve(rope.from, rope.bend, rope.to);
    const color = i % 2 ? s.hair.base : s.hair.dark;
    return `${stroke(path, color, width)}<g stroke-dasharray="3 9">${stroke(path, s.hair.light, width * 0.5, 0.25)}</g>`;
  };
  return {
    back: each(
      lines.filter((rope) => !rope.front),
      draw,
    ),
    front: each(
      lines.filter((rope) => rope.front),
      draw,
    ),
  };
}

/** A head of braids with partings over the skull. */
function roped(s: Sitting, count: number, length: number, width: number): Hairdo {
  const cap = capPath(s, 'centre', 14);
  const { back, front } = ropes(s, count, length, width);
  const rows = each(
    [-0.8, -0.5, -0.22, 0.22, 0.5, 0.8],
    (x) =>
      stroke(curve(at(s, x * 0.3, -1.04), at(s, x * 0.9, -0.86), at(s, x * 1.2, -0.36)), s.hair.deep, 4.5, 0.7) +
      stroke(curve(at(s, x * 0.4, -1.04), at(s, x * 1.02, -0.82), at(s, x * 1.3, -0.34)), s.hair.light, 2.5, 0.35),
  );
  return { back, front: front + tress(s, cap) + s.ink.within(cap, rows), shadow: cap, ears: false };
}

/** Locs to the shoulders. */
const locs = (s: Sitting) => roped(s, 15, 250, 24);

/** Fine box braids to the chest. */
const boxBraids = (s: Sitting) => roped(s, 24, 380, 15);

/** Short twists that stand up and fall to all sides. */
function twists(s: Sitting): Hairdo {
  const path = capPath(s, 'short', 8, 98);
  const art = each([...scattered(s, -76, 76, [2], 9), ...scattered(s, -60, 60, [-22], 11)], ([x, y], i) => {
    const tip: Point = [x * 1.1 + s.random.between(-6, 6), y - 6 + Math.abs(x) * 0.22];
    const twist = curve([x * 0.86, y + 26], [x * 1.04, y - 6], tip);
    return `${stroke(twist, i % 2 ? s.hair.base : s.hair.dark, 23)}<g stroke-dasharray="4 8">${stroke(twist, s.hair.light, 12, 0.22)}</g>`;
  });
  return { back: '', front: fill(path, s.hair.deep) + art, shadow: path, ears: true };
}

/** Cornrows, braided close to the head. */
function cornrows(s: Sitting): Hairdo {
  const path = capPath(s, 'swept', 7, 97);
  const rows = each([-0.78, -0.52, -0.26, 0, 0.26, 0.52, 0.78], (x) => {
    const row = curve(at(s, x, -0.62 + Math.abs(x) * 0.2), at(s, x * 0.86, -0.9), at(s, x * 0.5, -1.12));
    return `${stroke(row, s.hair.deep, 8, 0.8)}<g stroke-dasharray="2 10">${stroke(row, s.hair.light, 9, 0.3)}</g>`;
  });
  return { back: '', front: tress(s, path) + s.ink.within(path, rows), shadow: path, ears: true };
}

export const CURLY = {
  afro,
  shortAfro,
  curlyTop,
  longCurls,
  curlyBob,
  looseCurls,
  setCurls,
  puffs,
  locs,
  boxBraids,
  twists,
  cornrows,
} satisfies Cuts;
