import { drawFigure } from './draw-figure.ts';
import type { Light, Sitting } from './model/portrait.ts';
import type { Scene } from './scenes/scenery.ts';
import type { Ink } from './svg/svg-definitions.ts';

const WIDTH = 800;
const HEIGHT = 1000;
const EYE_LINE = 404;

function handCut(ink: Ink, light: Light, seed: number): string {
  return ink.filter(
    `<feTurbulence type="fractalNoise" baseFrequency=".015" numOctaves="1" seed="${seed}" result="noise"/>` +
      `<feDisplacementMap in="SourceGraphic" in2="noise" scale="5" result="cut"/>` +
      `<feColorMatrix in="cut" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0" result="shape"/>` +
      `<feOffset in="shape" dx="${-light.side * 11}" dy="7" result="aside"/>` +
      `<feComposite in="shape" in2="aside" operator="out" result="edge"/><feGaussianBlur in="edge" stdDeviation="3" result="soft"/>` +
      `<feComposite in="soft" in2="shape" operator="in" result="rim"/><feFlood flood-color="${light.color}" flood-opacity=".72"/>` +
      `<feComposite in2="rim" operator="in" result="lit"/><feMerge><feMergeNode in="cut"/><feMergeNode in="lit"/></feMerge>`,
  );
}

function grain(ink: Ink): string {
  return ink.filter(
    `<feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2" seed="5"/><feColorMatrix type="saturate" values="0"/>`,
    0,
  );
}

/** Puts the person before the scene, in its light, with grain over all; gives the SVG. */
export function compose(sitting: Sitting, scene: Scene): string {
  const { ink, light, pose, random } = sitting;
  const far = pose.flipped ? `<g transform="translate(${WIDTH} 0) scale(-1 1)">${scene.art}</g>` : scene.art;
  const backdrop = ink.blurred(`<g transform="translate(400 500) scale(1.12) translate(-400 -500)">${far}</g>`, scene.blur);
  const place = `translate(${(400 + pose.shift).toFixed(1)} ${EYE_LINE}) scale(${pose.zoom.toFixed(3)})`;
  const figure = `<g filter="${handCut(ink, light, Math.floor(random.between(1, 99)))}"><g transform="${place}">${drawFigure(sitting)}</g></g>`;
  const from = light.side < 0 ? 0 : 1;
  const wash = ink.slope(
    [
      [0, light.color, 0.7],
      [0.5, light.color, 0],
      [1, light.shade, 0.55],
    ],
    from,
    0,
    1 - from,
    0.8,
  );
  const over = (extra: string) => `<rect width="${WIDTH}" height="${HEIGHT}" style="mix-blend-mode:soft-light" ${extra}/>`;
  const finish = over(`fill="${wash}"`) + over(`filter="${grain(ink)}" opacity=".15"`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">${ink.definitions()}${backdrop}${figure}${finish}</svg>`;
}
