import type { CutName } from './names.ts';
import type { HairColor, IrisColor, SkinName } from './palettes.ts';

export type Gender = 'female' | 'male' | 'nonbinary';
export type FaceShape = 'oval' | 'round' | 'square' | 'heart' | 'long' | 'diamond';
export type EyeShape = 'almond' | 'round' | 'hooded' | 'narrow' | 'drooping';
export type BrowShape = 'arched' | 'straight' | 'soft' | 'bold';
export type NoseShape = 'straight' | 'button' | 'broad' | 'aquiline' | 'long';
type Beard = 'stubble' | 'short' | 'full' | 'goatee' | 'moustache' | 'long';
export type Glasses = 'round' | 'square' | 'wire' | 'cat' | 'clear';
type Earring = 'hoop' | 'stud' | 'drop';
/** `content` is a smile with closed lips and closed eyes; `laugh` closes the eyes, too. */
export type Expression = 'smile' | 'content' | 'grin' | 'beam' | 'laugh';

/** What stays the same in all pictures of a person. */
export interface Traits {
  gender: Gender;
  age: number;
  skin: SkinName;
  hair: HairColor;
  cut: CutName;
  /** The haircut of every second picture. */
  otherCut: CutName;
  /** The side of the parting: 1 is the right, -1 the left. */
  parting: 1 | -1;
  /** How heavy the bones are, from 0 (slight) to about 1 (heavy). */
  bone: number;
  /** Width of the body; 1 is average. */
  build: number;
  face: FaceShape;
  eyes: EyeShape;
  iris: IrisColor;
  brows: BrowShape;
  nose: NoseShape;
  /** Fullness of the lips; 1 is average. */
  lips: number;
  lashes: boolean;
  freckles: boolean;
  mole: boolean;
  beard?: Beard;
  glasses?: Glasses;
  earring?: Earring;
  /** The expression of the first picture. */
  mood: Expression;
}
