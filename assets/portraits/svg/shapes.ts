/** A point in px. With `corner` 1 a line through it bends sharply, otherwise smoothly. */
export type Point = readonly [x: number, y: number, corner?: 1 | undefined];

/** Length of the control handles of a curve, as a share of the distance between its points. */
const HANDLE = 0.36;
const round = (value: number) => Math.round(value * 10) / 10;
const round2 = (value: number) => Math.round(value * 100) / 100;
const opacityAttribute = (opacity: number) => (opacity < 1 ? ` opacity="${round2(opacity)}"` : '');

/** The control point of a Bézier curve at `at`, between its neighbours; `reach` is the other end of the segment, and `sign` -1 where the segment ends. */
function handle(at: Point, before: Point, after: Point, reach: Point, sign: 1 | -1): string {
  const length = Math.hypot(reach[0] - at[0], reach[1] - at[1]) * HANDLE;
  const [dx, dy] = at[2] ? [(reach[0] - at[0]) * sign, (reach[1] - at[1]) * sign] : [after[0] - before[0], after[1] - before[1]];
  const size = Math.hypot(dx, dy) || 1;
  const scale = (length / size) * sign;
  return `${round(at[0] + dx * scale)} ${round(at[1] + dy * scale)}`;
}

/** A path of Bézier curves through the points. */
function smoothPath(points: readonly Point[], closes: boolean): string {
  const count = points.length;
  const at = (index: number): Point => {
    const wrappedIndex = closes ? (index + count) % count : Math.min(Math.max(index, 0), count - 1);
    const point = points[wrappedIndex];
    if (!point) throw new Error('An outline needs points');
    return point;
  };
  let path = `M${round(at(0)[0])} ${round(at(0)[1])}`;
  for (let index = 0; index < (closes ? count : count - 1); index += 1) {
    const from = at(index);
    const to = at(index + 1);
    const leave = handle(from, at(index - 1), to, to, 1);
    const arrive = handle(to, from, at(index + 2), from, -1);
    path += `C${leave} ${arrive} ${round(to[0])} ${round(to[1])}`;
  }
  return closes ? `${path}Z` : path;
}

/** A smooth closed outline through the points. */
export const outline = (...points: readonly Point[]) => smoothPath(points, true);

/** A smooth open line through the points. */
export const curve = (...points: readonly Point[]) => smoothPath(points, false);

/** A line that bends from one point to another, drawn towards the control point between. */
export const quadratic = (from: Point, control: Point, to: Point): string =>
  `M${round(from[0])} ${round(from[1])}Q${round(control[0])} ${round(control[1])} ${round(to[0])} ${round(to[1])}`;

/** The points mirrored at x = 0, in reverse order. */
export const mirrorPoints = (points: readonly Point[]): Point[] => points.map(([x, y, corner]): Point => [-x, y, corner]).reverse();

/** Completes a right half, listed from top to bottom, by its mirror image; points at x = 0 stay single. */
export const withMirrorImage = (half: readonly Point[]): Point[] => [...half, ...mirrorPoints(half.filter(([x]) => x !== 0))];

/** A filled path. */
export function fill(path: string, color: string, opacity = 1): string {
  return `<path d="${path}" fill="${color}"${opacityAttribute(opacity)}/>`;
}

/** A path drawn as a line with round ends. */
export function stroke(path: string, color: string, width: number, opacity = 1): string {
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${round2(width)}" stroke-linecap="round" stroke-linejoin="round"${opacityAttribute(opacity)}/>`;
}

/** A circle around (x, y). */
export function disc(x: number, y: number, r: number, color: string, opacity = 1): string {
  return oval(x, y, r, r, color, opacity);
}

/** An ellipse around (x, y). */
export function oval(x: number, y: number, rx: number, ry: number, color: string, opacity = 1): string {
  return `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${color}" opacity="${round2(opacity)}"/>`;
}

/** A rectangle whose upper left corner is (x, y). */
export function box(x: number, y: number, w: number, h: number, color: string, opacity = 1, radius = 0): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" rx="${radius}" fill="${color}" opacity="${round2(opacity)}"/>`;
}

/** Draws each item of a list; returns the SVG of all. */
export const each = <T>(items: readonly T[], draw: (item: T, index: number) => string): string => items.map(draw).join('');

/** Draws `count` times; returns the SVG of all. */
export const times = (count: number, draw: (index: number) => string): string => Array.from({ length: count }, (_, i) => draw(i)).join('');

/** Draws the left side (-1) and the right side (1) as seen in the picture. */
export const bothSides = (draw: (side: 1 | -1) => string): string => draw(-1) + draw(1);
