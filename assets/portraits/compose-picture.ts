import { drawFigure } from './draw-figure.ts';
import type { Light, PortraitContext } from './model/portrait.ts';
import type { Scene } from './scenes/scenery.ts';
import type { SvgDefinitions } from './svg/svg-definitions.ts';

const WIDTH = 800;
const HEIGHT = 1000;
/** The y of the eyes in the picture. The figure is drawn around the middle between them. */
const EYE_LINE = 400;

/** A filter that gives the figure the uneven edge of cut paper and a lit rim on the side of the light. Returns its `url(#id)`. */
function cutPaperFilter(ink: SvgDefinitions, light: Light, seed: number): string {
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

/** A filter of grey noise. */
function grainFilter(ink: SvgDefinitions): string {
  return ink.filter(
    `<feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2" seed="5"/><feColorMatrix type="saturate" values="0"/>`,
    0,
  );
}

/** Draws the person in front of the blurred scene, in the scene's light, with grain over the whole picture. Returns the SVG. */
export function composePicture(sitting: PortraitContext, scene: Scene): string {
  const { ink, light, pose, random } = sitting;
  const sceneArt = pose.flipped ? `<g transform="translate(${WIDTH} 0) scale(-1 1)">${scene.art}</g>` : scene.art;
  const backdrop = ink.blurred(`<g transform="translate(400 500) scale(1.12) translate(-400 -500)">${sceneArt}</g>`, scene.blur);
  const placement = `translate(${(400 + pose.offsetX).toFixed(1)} ${EYE_LINE}) scale(${pose.zoom.toFixed(3)})`;
  const figure = `<g filter="${cutPaperFilter(ink, light, Math.floor(random.between(1, 99)))}"><g transform="${placement}">${drawFigure(sitting)}</g></g>`;
  const lightX = light.side < 0 ? 0 : 1;
  const lightGradient = ink.linearGradient(
    [
      [0, light.color, 0.7],
      [0.5, light.color, 0],
      [1, light.shade, 0.55],
    ],
    lightX,
    0,
    1 - lightX,
    0.8,
  );
  const overlay = (attributes: string) => `<rect width="${WIDTH}" height="${HEIGHT}" style="mix-blend-mode:soft-light" ${attributes}/>`;
  const finish = overlay(`fill="${lightGradient}"`) + overlay(`filter="${grainFilter(ink)}" opacity=".15"`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">${ink.definitions()}${backdrop}${figure}${finish}</svg>`;
}
