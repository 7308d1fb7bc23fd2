import type { Random } from '../svg/seeded-random.ts';
import type { Ink } from '../svg/svg-definitions.ts';
import type { Anatomy } from './anatomy.ts';
import type { GarmentName, HatName, PatternName, SceneName } from './names.ts';
import type { FabricColor, SkinTones } from './palettes.ts';
import type { Expression, Traits } from './traits.ts';

export interface Outfit {
  garment: GarmentName;
  main: FabricColor;
  second: FabricColor;
  pattern: PatternName;
  hat?: HatName;
  hatColor: FabricColor;
}

export interface Pose {
  scene: SceneName;
  flipped: boolean;
  outfit: Outfit;
  expression: Expression;
  tilt: number;
  turn: number;
  zoom: number;
  shift: number;
  tied: boolean;
}

export interface Light {
  color: string;
  shade: string;
  side: 1 | -1;
}

export interface HairTones {
  base: string;
  dark: string;
  deep: string;
  light: string;
}

export interface Sitting {
  traits: Traits;
  pose: Pose;
  body: Anatomy;
  skin: SkinTones;
  hair: HairTones;
  light: Light;
  random: Random;
  ink: Ink;
}
