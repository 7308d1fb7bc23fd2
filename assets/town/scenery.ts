import type { Random } from '../portraits/svg/seeded-random.ts';
import type { Point } from './houses.ts';

const WARM = '#ff9c84';
const PALE = '#f9eef2';
const SILHOUETTE = '#160b1d';

/** Stars that thin out towards the roofs. */
export function drawStars(width: number, lowest: number, random: Random): string {
  const stars = Array.from({ length: 110 }, () => {
    const y = lowest * random.next() ** 1.5;
    const radius = random.chance(0.14) ? 1.7 : random.between(0.6, 1.1);
    const opacity = random.between(0.25, 0.8) * (1 - y / lowest) + 0.08;
    return `<circle cx="${(width * random.next()).toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" opacity="${opacity.toFixed(2)}"/>`;
  });
  return `<g fill="#dcc3da">${stars.join('')}</g>`;
}

export function drawMoon({ x, y }: Point): string {
  const halo = [190, 120, 70].map((radius, i) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${PALE}" opacity="${0.05 + i * 0.02}"/>`);
  const seas = [
    [-12, -10, 9],
    [10, 6, 12],
    [-6, 16, 6],
  ] as const;
  const spots = seas.map(([dx, dy, r]) => `<circle cx="${x + dx}" cy="${y + dy}" r="${r}" fill="#dcc3da" opacity=".4"/>`);
  return `${halo.join('')}<circle cx="${x}" cy="${y}" r="38" fill="${PALE}"/>${spots.join('')}`;
}

/** Thin clouds, wider than high, that the moon shines on. */
export function drawClouds(clouds: readonly (Point & { length: number })[]): string {
  const layer = ({ x, y, length }: Point & { length: number }, [dx, dy, share, height]: readonly [number, number, number, number]) =>
    `<rect x="${x + length * dx}" y="${y + dy}" width="${length * share}" height="${height}" rx="${height / 2}"/>`;
  const layers = [
    [0.16, -12, 0.46, 15],
    [0, -4, 0.82, 13],
    [0.3, 4, 0.7, 10],
  ] as const;
  const bodies = clouds.map((cloud) => layers.map((shape) => layer(cloud, shape)).join(''));
  return `<g fill="#a0648c" opacity=".3">${bodies.join('')}</g>`;
}

/** The town behind: roofs, a church with a spire, a dome, and a mill on the hill. */
export function drawFarTown(width: number, ground: number): string {
  const hill = `<path d="M0 ${ground}V${ground - 236}q90 -34 190 -16t210 -22t220 6t180 -10V${ground}z" fill="#43204a"/>`;
  const roofs = `<path d="M0 ${ground}v-250h46l18 -24 18 24h36v-22h30v22h30l22 -30 22 30h52v-18h28v18h70l20 -26 20 26h38v-30h34v30h50l24 -28 24 28h58v-20h34v20h${width - 694}v250z" fill="#381a42"/>`;
  const church =
    `<path d="M212 ${ground - 240}v-92h34v92zM208 ${ground - 332}h42l-5 -12h-32zM214 ${ground - 344}l15 -96 15 96z" fill="#331740"/>` +
    `<path d="M229 ${ground - 462}v26M223 ${ground - 454}h12" stroke="#331740" stroke-width="3"/>` +
    `<circle cx="229" cy="${ground - 312}" r="8.5" fill="#5a2f5c"/><path d="M229 ${ground - 312}v-6M229 ${ground - 312}h4.5" stroke="#f9eef2" stroke-width="1.2" opacity=".7"/>`;
  const dome = `<path d="M470 ${ground - 246}v-34q0 -46 40 -52v-20h4v20q40 6 40 52v34z" fill="#351842"/>`;
  const mill =
    `<path d="M664 ${ground - 250}l7 -66q11 -12 22 0l7 66z" fill="#331740"/>` +
    `<g transform="translate(682 ${ground - 322}) rotate(38)">${[0, 90, 180, 270].map((turn) => `<path transform="rotate(${turn})" d="M-1.5 0v-62h3v62zM2 -60h11v44h-11z" fill="#331740"/>`).join('')}</g>`;
  return `${hill}${church}${dome}${mill}${roofs}`;
}

/** How high the light of a street lamp is above the quay. */
export const LAMP_HEIGHT = 62;
/** A street lamp on the quay, unlit. */
export const drawLamp = (x: number, quayY: number): string =>
  `<path d="M${x} ${quayY}v-54M${x - 4} ${quayY}h8" stroke="${SILHOUETTE}" stroke-width="2.6"/>` +
  `<path d="M${x - 5.5} ${quayY - 68}h11l-2.4 14h-6.2zM${x - 7} ${quayY - 69}h14l-5 -6h-4z" fill="${SILHOUETTE}"/>`;

/** A tree with a round crown. */
export const drawTree = (x: number, quayY: number, size: number): string =>
  `<path d="M${x} ${quayY}v${-size * 1.1}" stroke="${SILHOUETTE}" stroke-width="4"/>` +
  `<g fill="#1d1027"><circle cx="${x}" cy="${quayY - size * 1.5}" r="${size * 0.6}"/>` +
  `<circle cx="${x - size * 0.42}" cy="${quayY - size * 1.2}" r="${size * 0.46}"/>` +
  `<circle cx="${x + size * 0.45}" cy="${quayY - size * 1.24}" r="${size * 0.44}"/></g>` +
  `<path d="M${x + size * 0.2} ${quayY - size * 2}q${size * 0.5} ${size * 0.2} ${size * 0.42} ${size * 0.62}" stroke="#f0c9b4" stroke-width="2" fill="none" opacity=".2"/>`;

/** Two people who sit on the edge of the quay with their legs over the water, turned to each other. */
export function drawCouple(x: number, quayY: number): string {
  const first =
    `<path d="M${x - 11} ${quayY}q-3 -22 4 -26q9 -2 10 8l3 18z" fill="#a8483c"/>` +
    `<circle cx="${x - 3}" cy="${quayY - 32}" r="6" fill="#d9a486"/><path d="M${x - 9} ${quayY - 26}q-3 -13 6 -13q7 0 6 6q-7 -2 -8 9z" fill="#3a1a24"/>` +
    `<path d="M${x - 4} ${quayY - 1}h9v16M${x - 7} ${quayY}h7v17" stroke="#2a3550" stroke-width="5" fill="none" stroke-linejoin="round"/>`;
  const second =
    `<path d="M${x + 31} ${quayY}q4 -23 -4 -27q-9 -2 -10 9l-2 18z" fill="#e0b978"/>` +
    `<circle cx="${x + 23}" cy="${quayY - 33}" r="6" fill="#8d5a3e"/><path d="M${x + 18} ${quayY - 36}q2 -7 9 -4q5 3 1 9q-3 -6 -10 -5z" fill="#1a0f18"/>` +
    `<path d="M${x + 25} ${quayY - 1}h-8v15M${x + 28} ${quayY}h-6v18" stroke="#3b2440" stroke-width="5" fill="none" stroke-linejoin="round"/>`;
  return `<g transform="translate(${x} ${quayY}) scale(1.25) translate(${-x} ${-quayY})">${first}${second}</g>`;
}

/** A rowing boat with a lantern at its bow, and the light of that lantern on the water. */
export function drawBoat(x: number, y: number): string {
  return (
    `<path d="M${x + 86} ${y - 15}v-24" stroke="${SILHOUETTE}" stroke-width="2"/>` +
    `<circle cx="${x + 86}" cy="${y - 40}" r="15" fill="${WARM}" opacity=".16"/><circle cx="${x + 86}" cy="${y - 40}" r="4" fill="#ffd9b0"/>` +
    `<path d="M${x} ${y - 14}q48 9 100 -3q-6 21 -24 23h-50q-20 -2 -26 -20z" fill="#2a1224"/><path d="M${x} ${y - 14}q48 9 100 -3" stroke="#8a4a44" stroke-width="2.4" fill="none"/>` +
    `<g stroke="${WARM}" stroke-width="2.4" stroke-linecap="round" opacity=".38"><path d="M${x + 78} ${y + 18}h18M${x + 82} ${y + 27}h13M${x + 79} ${y + 36}h15M${x + 84} ${y + 45}h8"/></g>`
  );
}
