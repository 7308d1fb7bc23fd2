import { composePicture } from './compose-picture.ts';
import { measuresOf } from './model/anatomy.ts';
import { SCENE_NAMES, type SceneName } from './model/names.ts';
import { HAIR, SKIN } from './model/palettes.ts';
import type { HairTones, Outfit, PortraitContext, Pose } from './model/portrait.ts';
import type { Expression } from './model/traits.ts';
import { chooseOutfit } from './people/choose-outfit.ts';
import { PEOPLE, type Person } from './people/people.ts';
import { drawScene } from './scenes/scenes.ts';
import { brightness, darken, mix } from './svg/color.ts';
import { seeded } from './svg/seeded-random.ts';
import { SvgDefinitions } from './svg/svg-definitions.ts';

interface Picture {
  person: Person;
  /** The number of the picture among those of the person, from 1 on. */
  n: number;
  svg: string;
}

/** Neighbours in the list of people are this many scenes apart. */
const SCENE_STRIDE = 8;
const EXPRESSIONS: readonly Expression[] = ['smile', 'beam', 'soft', 'grin', 'laugh', 'smirk'];

/** The scene of a person's picture, by the position of the person in the list. */
function sceneAt(position: number, n: number): SceneName {
  const index = (position * SCENE_STRIDE + (n - 1) * 5) % SCENE_NAMES.length;
  return SCENE_NAMES[index] ?? 'wall';
}

/** The person's usual expression in the first picture, another one in each further picture. */
function expressionOf(person: Person, n: number): Expression {
  const { mood } = person.traits;
  if (n === 1) return mood;
  const others = EXPRESSIONS.filter((expression) => expression !== mood);
  return others[(n + person.id.charCodeAt(2)) % others.length] ?? mood;
}

/** Shades of a hair colour, the light one tinted by the light of the scene. */
function hairTones(base: string, light: string): HairTones {
  const depth = brightness(base) > 0.6 ? 0.6 : 1;
  return {
    base,
    dark: darken(base, 0.34 * depth),
    deep: darken(base, 0.58 * depth),
    light: mix(base, light, brightness(base) > 0.75 ? 0.7 : 0.34),
  };
}

/** Draws one picture and adds its outfit to `worn`, the outfits of the person's earlier pictures. Even pictures show the other haircut. */
function drawPicture(person: Person, position: number, n: number, worn: Outfit[]): Picture {
  const { traits, id } = person;
  const random = seeded(`${id} picture ${n}`);
  const ink = new SvgDefinitions();
  const name = sceneAt(position, n);
  const flipped = random.chance(0.5);
  const scene = drawScene(name, flipped, ink, random);
  const tied = n % 2 === 0;
  const outfit = chooseOutfit({ ...traits, cut: tied ? traits.otherCut : traits.cut }, name, scene.light.shade, worn, n === 1, random);
  worn.push(outfit);
  const direction = random.chance(0.5) ? 1 : -1;
  const pose: Pose = {
    scene: name,
    flipped,
    outfit,
    expression: expressionOf(person, n),
    tiltDegrees: random.between(0.8, 5) * (random.chance(0.5) ? 1 : -1),
    turnX: direction * random.between(9, 15),
    zoom: random.between(1.29, 1.41),
    offsetX: random.between(-26, 26),
    hasOtherCut: tied,
  };
  const base = HAIR[traits.hair];
  const sitting: PortraitContext = {
    traits,
    pose,
    body: measuresOf(traits),
    skin: SKIN[traits.skin],
    hair: hairTones(base, scene.light.color),
    light: scene.light,
    random: seeded(`${id} strokes ${n}`),
    ink,
  };
  return { person, n, svg: composePicture(sitting, scene) };
}

/** Draws all pictures of all people, one at a time. */
export function* drawAllPictures(): Generator<Picture> {
  for (const [position, person] of PEOPLE.entries()) {
    const worn: Outfit[] = [];
    for (let n = 1; n <= person.pictures; n += 1) yield drawPicture(person, position, n, worn);
  }
}

export const PICTURE_COUNT = PEOPLE.reduce((sum, person) => sum + person.pictures, 0);
