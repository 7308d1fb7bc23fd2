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
export type Expression = 'calm' | 'soft' | 'smile' | 'smirk' | 'grin' | 'beam' | 'laugh';

export interface Traits {
  gender: Gender;
  age: number;
  skin: SkinName;
  hair: HairColor;
  cut: CutName;
  otherCut: CutName;
  parting: 1 | -1;
  bone: number;
  build: number;
  face: FaceShape;
  eyes: EyeShape;
  iris: IrisColor;
  brows: BrowShape;
  nose: NoseShape;
  lips: number;
  lashes: boolean;
  freckles: boolean;
  mole: boolean;
  beard?: Beard;
  glasses?: Glasses;
  earring?: Earring;
  mood: Expression;
}
