import type { SceneName } from '../model/names.ts';
import type { Random } from '../svg/seeded-random.ts';
import type { SvgDefinitions } from '../svg/svg-definitions.ts';
import { INDOORS } from './indoors.ts';
import { NATURE } from './nature.ts';
import type { Scene, SceneFunction } from './scenery.ts';
import { TOWN } from './town.ts';

const SCENES: Record<SceneName, SceneFunction> = { ...NATURE, ...TOWN, ...INDOORS };

/** Paints a scene. The light of a mirrored scene comes from the other side; its drawing is mirrored later (compose-picture.ts). */
export function drawScene(name: SceneName, flipped: boolean, ink: SvgDefinitions, random: Random): Scene {
  const scene = SCENES[name](ink, random);
  const side = flipped && scene.light.side === 1 ? -1 : flipped ? 1 : scene.light.side;
  return { ...scene, light: { ...scene.light, side } };
}
