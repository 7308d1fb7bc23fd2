import type { Random } from '../svg/seeded-random.ts';
import type { SvgDefinitions } from '../svg/svg-definitions.ts';
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

/** What differs between the pictures of one person. */
export interface Pose {
  scene: SceneName;
  /** Whether the scene is mirrored. */
  flipped: boolean;
  outfit: Outfit;
  expression: Expression;
  /** How far the head leans, in degrees clockwise. */
  tiltDegrees: number;
  /** How far the face is turned: the x of its middle in px. */
  turnX: number;
  /** Scale of the figure. */
  zoom: number;
  /** How far the figure stands from the middle, in px. */
  offsetX: number;
  /** Whether the person wears the other haircut. */
  hasOtherCut: boolean;
}

export interface Light {
  color: string;
  shade: string;
  /** Where it comes from: 1 is the right, -1 the left. */
  side: 1 | -1;
}

/** Shades of the hair colour, `deep` darker than `dark`. */
export interface HairTones {
  base: string;
  dark: string;
  deep: string;
  light: string;
}

/** Everything that the drawing functions need for one picture. */
export interface PortraitContext {
  traits: Traits;
  pose: Pose;
  body: Anatomy;
  skin: SkinTones;
  hair: HairTones;
  light: Light;
  random: Random;
  ink: SvgDefinitions;
}
