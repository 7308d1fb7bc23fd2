import { composePicture } from './compose-picture.ts';
import { measuresOf } from './model/anatomy.ts';
import { type CutName, SCENE_NAMES, type SceneName } from './model/names.ts';
import { HAIR, SKIN } from './model/palettes.ts';
import type { HairTones, Outfit, PortraitContext, Pose } from './model/portrait.ts';
import type { Expression } from './model/traits.ts';
import { chooseOutfit } from './people/choose-outfit.ts';
import { PEOPLE, type Person } from './people/people.ts';
import { SITE_PEOPLE } from './people/site-people.ts';
import { drawScene } from './scenes/scenes.ts';
import { brightness, darken, mix } from './svg/color.ts';
import { seeded } from './svg/seeded-random.ts';
import { SvgDefinitions } from './svg/svg-definitions.ts';

interface Picture {
  person: Person;
  /** The number of the picture among those of the person, from 1 on. */
  n: number;
  scene: SceneName;
  svg: string;
}

/** Neighbours in the list of people are this many scenes apart. */
const SCENE_STRIDE = 8;
const EXPRESSIONS: readonly Expression[] = ['laugh', 'smile', 'beam', 'laugh', 'grin', 'content'];

/** Largest scale of figures whose hair stands high, so that it stays within the picture. */
const ZOOM_LIMIT: Partial<Record<CutName, number>> = { topBun: 1.44, afro: 1.46, headWrap: 1.42, puffs: 1.46 };

/** The scene of a person's picture, by the position of the person in the list. */
function sceneAt(position: number, n: number): SceneName {
  const index = (position * SCENE_STRIDE + (n - 1) * 5) % SCENE_NAMES.length;
  return SCENE_NAMES[index] ?? 'wall';
}

/** The person's usual expression in the first picture, another one in each further picture. */
function expressionOf(person: Person, position: number, n: number): Expression {
  const { mood } = person.traits;
  if (n === 1) return mood;
  const others = EXPRESSIONS.filter((expression) => expression !== mood);
  return others[(n - 2 + position) % others.length] ?? mood;
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
  const given = n === 1 ? person.firstPicture : undefined;
  const name = given?.scene ?? sceneAt(position, n);
  const flipped = random.chance(0.5);
  const scene = drawScene(name, flipped, ink, random);
  const tied = n % 2 === 0;
  const cut = tied ? traits.otherCut : traits.cut;
  const outfit = given?.outfit ?? chooseOutfit({ ...traits, cut }, name, scene.light.shade, worn, n === 1, random);
  worn.push(outfit);
  const direction = random.chance(0.5) ? 1 : -1;
  const pose: Pose = {
    scene: name,
    flipped,
    outfit,
    expression: expressionOf(person, position, n),
    tiltDegrees: random.between(0.8, 5) * (random.chance(0.5) ? 1 : -1),
    turnX: direction * random.between(9, 15),
    zoom: Math.min(random.between(1.5, 1.62), ZOOM_LIMIT[cut] ?? Infinity),
    offsetX: random.between(-24, 24),
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
  return { person, n, scene: name, svg: composePicture(sitting, scene) };
}

/** Draws the portraits of the pages for visitors, one at a time. */
export function* drawSitePictures(): Generator<Picture> {
  for (const [position, person] of SITE_PEOPLE.entries()) yield drawPicture(person, position, 1, []);
}

/** Draws all pictures of all people of the pool, one at a time. */
export function* drawAllPictures(): Generator<Picture> {
  for (const [position, person] of PEOPLE.entries()) {
    const worn: Outfit[] = [];
    for (let n = 1; n <= person.pictures; n += 1) yield drawPicture(person, position, n, worn);
  }
}

export const PICTURE_COUNT = PEOPLE.reduce((sum, person) => sum + person.pictures, 0);
