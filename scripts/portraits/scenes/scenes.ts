import type { Ink } from '../ink.ts';
import type { Random } from '../random.ts';
import * as indoors from './indoors.ts';
import * as nature from './nature.ts';
import type { Painter, Scene } from './scenery.ts';
import * as town from './town.ts';

const SCENES = { ...nature, ...town, ...indoors } satisfies Record<string, Painter>;
export type SceneName = keyof typeof SCENES;
export type { Scene };

export const SCENE_NAMES = Object.keys(SCENES) as SceneName[];

/** Paints a scene; a flipped scene has its light on the other side. */
export function paintScene(name: SceneName, flipped: boolean, ink: Ink, random: Random): Scene {
  const scene = SCENES[name](ink, random);
  const side = flipped && scene.light.side === 1 ? -1 : flipped ? 1 : scene.light.side;
  return { ...scene, light: { ...scene.light, side } };
}
