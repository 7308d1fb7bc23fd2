import type { CutName, SceneName } from '../model/names.ts';
import type { HairColor, IrisColor, SkinName } from '../model/palettes.ts';
import type { Outfit } from '../model/portrait.ts';
import type { BrowShape, Expression, EyeShape, FaceShape, Gender, NoseShape, Traits } from '../model/traits.ts';
import { type Random, seeded } from '../svg/seeded-random.ts';

export interface Person {
  /** "p01", "p02" …; the name of a person of the pages for visitors. */
  id: string;
  traits: Traits;
  /** How many pictures are drawn. */
  pictures: number;
  /** Scene and clothes of the first picture, where they are not chosen at random. */
  firstPicture?: { scene: SceneName; outfit: Outfit };
}

/** Traits that are not drawn at random. */
type FixedTraits = Partial<Traits>;
export type PersonRow = readonly [age: number, skin: SkinName, hair: HairColor, cut: CutName, extras?: FixedTraits];

const WOMEN: readonly PersonRow[] = [
  [
    29,
    'fair',
    'auburn',
    'longWaves',
    { freckles: true, otherCut: 'topBun', iris: 'green', face: 'oval', eyes: 'almond', brows: 'soft', nose: 'straight', mood: 'beam' },
  ],
  [43, 'brown', 'black', 'afro', { earring: 'hoop', otherCut: 'headWrap' }],
  [24, 'porcelain', 'blond', 'longFringe', { iris: 'blue', face: 'round' }],
  [61, 'peach', 'silver', 'bob', { glasses: 'wire', earring: 'stud' }],
  [34, 'olive', 'espresso', 'headscarf', { iris: 'brown' }],
  [52, 'fair', 'caramel', 'lob', { glasses: 'cat', mood: 'grin' }],
  [27, 'sand', 'ink', 'bobFringe', { eyes: 'narrow', iris: 'dark', nose: 'button' }],
  [38, 'tan', 'black', 'sidePlait', { earring: 'drop', iris: 'dark' }],
  [70, 'fair', 'white', 'setCurls', { earring: 'stud', face: 'round' }],
  [31, 'deep', 'black', 'boxBraids', { earring: 'hoop', mood: 'beam' }],
  [46, 'porcelain', 'copper', 'pixie', { freckles: true, iris: 'ice', earring: 'drop' }],
  [22, 'olive', 'brown', 'lob', { iris: 'hazel', face: 'heart', earring: 'stud', mood: 'beam' }],
  [57, 'bronze', 'pepper', 'shortAfro', { earring: 'hoop' }],
  [36, 'peach', 'honey', 'ponytail', { iris: 'blue', otherCut: 'longStraight' }],
  [33, 'bronze', 'espresso', 'longCurls', { mole: true, otherCut: 'puffs' }],
  [48, 'olive', 'chestnut', 'softWave', { earring: 'stud', face: 'diamond' }],
  [25, 'brown', 'black', 'shortAfro', { nose: 'broad', earring: 'hoop', mood: 'grin' }],
  [67, 'olive', 'grey', 'lowBun', { nose: 'aquiline', earring: 'drop' }],
  [40, 'porcelain', 'flaxen', 'behindShoulders', { iris: 'ice', glasses: 'clear' }],
  [30, 'sand', 'black', 'longStraight', { eyes: 'narrow', iris: 'dark', otherCut: 'lowBun' }],
  [63, 'porcelain', 'grey', 'shag', { iris: 'green' }],
  [35, 'fair', 'brown', 'curlyBob', { glasses: 'round', freckles: true }],
  [20, 'tan', 'ink', 'sideSwept', { mole: true, iris: 'brown' }],
  [54, 'deep', 'black', 'headWrap', { earring: 'hoop', otherCut: 'shortAfro', mood: 'beam' }],
  [42, 'peach', 'strawberry', 'halfUp', { iris: 'green', freckles: true }],
  [28, 'fair', 'plum', 'bob', { glasses: 'cat', iris: 'grey' }],
  [72, 'porcelain', 'silver', 'pixie', { glasses: 'round', iris: 'blue' }],
  [39, 'bronze', 'black', 'lowBun', { earring: 'drop', mole: true }],
  [32, 'porcelain', 'chestnut', 'shag', { iris: 'hazel', nose: 'long' }],
  [58, 'fair', 'sandy', 'softWave', { iris: 'blue', face: 'round', mood: 'laugh' }],
  [23, 'peach', 'caramel', 'looseCurls', { face: 'round', iris: 'hazel' }],
  [44, 'sand', 'ink', 'lob', { eyes: 'hooded', iris: 'dark', earring: 'stud' }],
  [26, 'olive', 'black', 'topBun', { earring: 'hoop', brows: 'bold', otherCut: 'longWaves' }],
  [50, 'tan', 'espresso', 'longStraight', { glasses: 'square', otherCut: 'plaits' }],
  [68, 'brown', 'grey', 'afro', { earring: 'stud', nose: 'broad' }],
  [37, 'fair', 'blond', 'sidePlait', { iris: 'blue', face: 'long' }],
  [64, 'sand', 'pepper', 'bobFringe', { eyes: 'narrow', iris: 'dark', glasses: 'clear' }],
  [74, 'olive', 'white', 'topBun', { earring: 'drop', iris: 'chestnut' }],
];

const MEN: readonly PersonRow[] = [
  [33, 'peach', 'brown', 'quiff', { beard: 'full', iris: 'hazel' }],
  [59, 'fair', 'grey', 'receding', { beard: 'short', glasses: 'square' }],
  [26, 'deep', 'black', 'twists', { beard: 'stubble', mood: 'beam' }],
  [41, 'olive', 'espresso', 'slickBack', { beard: 'short', nose: 'aquiline', brows: 'bold' }],
  [24, 'porcelain', 'blond', 'tousled', { iris: 'blue' }],
  [37, 'brown', 'black', 'buzz', { beard: 'full', glasses: 'round' }],
  [69, 'peach', 'white', 'wreath', { beard: 'moustache', glasses: 'wire' }],
  [29, 'sand', 'ink', 'undercut', { eyes: 'narrow', iris: 'dark', face: 'oval' }],
  [47, 'fair', 'pepper', 'sidePart', { beard: 'full' }],
  [31, 'tan', 'black', 'curlyTop', { beard: 'stubble', brows: 'bold' }],
  [21, 'fair', 'copper', 'curlyTop', { freckles: true, iris: 'green', face: 'round', mood: 'grin' }],
  [53, 'bronze', 'ink', 'shaved', { beard: 'goatee' }],
  [35, 'porcelain', 'auburn', 'sidePart', { beard: 'full', freckles: true, iris: 'ice' }],
  [44, 'peach', 'chestnut', 'flow', { beard: 'short', face: 'oval', mood: 'beam' }],
  [62, 'brown', 'silver', 'shortAfro', { beard: 'short', glasses: 'clear' }],
  [28, 'olive', 'black', 'crop', { beard: 'stubble', nose: 'straight', mood: 'grin' }],
  [38, 'deep', 'black', 'locs', { beard: 'goatee' }],
  [23, 'bronze', 'black', 'flatTop', { nose: 'broad' }],
  [71, 'olive', 'silver', 'slickBack', { nose: 'aquiline', iris: 'brown' }],
  [34, 'fair', 'honey', 'manBun', { beard: 'long', iris: 'blue' }],
  [50, 'sand', 'ink', 'crop', { eyes: 'hooded', glasses: 'square', iris: 'dark' }],
  [42, 'porcelain', 'sandy', 'receding', { beard: 'stubble', iris: 'grey' }],
  [27, 'brown', 'black', 'cornrows', { beard: 'short' }],
  [57, 'olive', 'pepper', 'tousled', { beard: 'full', iris: 'chestnut' }],
  [30, 'peach', 'caramel', 'sidePart', { glasses: 'round', iris: 'green' }],
  [66, 'fair', 'grey', 'flow', { beard: 'moustache', iris: 'blue' }],
  [39, 'tan', 'espresso', 'quiff', { beard: 'moustache' }],
  [22, 'sand', 'ink', 'flow', { eyes: 'narrow', iris: 'dark' }],
  [56, 'porcelain', 'strawberry', 'buzz', { beard: 'full', iris: 'ice', face: 'square' }],
  [32, 'bronze', 'espresso', 'slickBack', { beard: 'full', brows: 'bold' }],
  [46, 'fair', 'espresso', 'shaved', { beard: 'full', iris: 'blue' }],
  [25, 'peach', 'teal', 'undercut', { iris: 'grey', freckles: true }],
  [64, 'tan', 'grey', 'sidePart', { beard: 'moustache', glasses: 'square' }],
  [36, 'olive', 'chestnut', 'curlyTop', { beard: 'short', glasses: 'clear' }],
  [73, 'deep', 'white', 'buzz', { beard: 'short', mood: 'beam' }],
  [40, 'fair', 'flaxen', 'crop', { beard: 'stubble', iris: 'blue', face: 'square' }],
  [68, 'sand', 'silver', 'receding', { eyes: 'narrow', iris: 'dark' }],
  [49, 'brown', 'black', 'wreath', { beard: 'full', nose: 'broad' }],
];

const NONBINARY_PEOPLE: readonly PersonRow[] = [
  [24, 'sand', 'teal', 'pixie', { iris: 'dark', earring: 'hoop', bone: 0.4, lashes: true }],
  [31, 'bronze', 'black', 'curlyTop', { glasses: 'round', earring: 'stud', bone: 0.5, lashes: true }],
  [38, 'porcelain', 'honey', 'undercut', { iris: 'grey', earring: 'stud', bone: 0.55, freckles: true }],
  [52, 'fair', 'silver', 'quiff', { glasses: 'clear', bone: 0.5, iris: 'green' }],
];

/** Number of pictures, repeated over the list of people. */
const PICTURE_COUNTS = [4, 1, 1, 2, 1, 3, 2, 1, 1, 4, 2, 1, 3, 1, 1, 2] as const;
/** Usual expressions. A beard hides a smile with closed lips. */
const MOODS: readonly Expression[] = ['laugh', 'beam', 'smile', 'laugh', 'grin', 'beam', 'laugh', 'smile'];
const BEARDED_MOODS: readonly Expression[] = ['laugh', 'beam', 'grin', 'laugh', 'grin', 'beam', 'laugh', 'beam'];
const DARK_SKINS: readonly SkinName[] = ['tan', 'bronze', 'brown', 'deep'];

function irisFor(skin: SkinName, random: Random): IrisColor {
  if (DARK_SKINS.includes(skin)) return random.pick(['dark', 'brown', 'brown', 'chestnut']);
  return random.pick(['brown', 'chestnut', 'hazel', 'green', 'grey', 'blue']);
}

/** All traits of a person; those that the row leaves out are drawn at random. */
function traitsOf(gender: Gender, [age, skin, hair, cut, extras = {}]: PersonRow, random: Random): Traits {
  const woman = gender === 'female';
  return {
    gender,
    age,
    skin,
    hair,
    cut,
    otherCut: cut,
    parting: random.chance(0.5) ? 1 : -1,
    bone: woman ? random.between(0, 0.14) : random.between(0.82, 1.08),
    build: random.between(0.93, 1.1),
    face: random.pick<FaceShape>(['oval', 'round', 'square', 'heart', 'long', 'diamond']),
    eyes: random.pick<EyeShape>(['almond', 'almond', 'round', 'hooded', 'drooping']),
    iris: irisFor(skin, random),
    brows: random.pick<BrowShape>(woman ? ['arched', 'soft', 'straight', 'arched'] : ['straight', 'soft', 'bold', 'arched']),
    nose: random.pick<NoseShape>(
      DARK_SKINS.includes(skin) ? ['broad', 'button', 'straight', 'broad'] : ['straight', 'button', 'aquiline', 'long', 'broad'],
    ),
    lips: random.between(0.86, 1.12) + (DARK_SKINS.includes(skin) ? 0.16 : 0),
    lashes: woman,
    freckles: false,
    mole: false,
    mood: random.pick(extras.beard ? BEARDED_MOODS : MOODS),
    ...extras,
  };
}

/** Women and men alternately, with the others in between. The position of a person decides the id and the scenes. */
function interleavedRows(): { gender: Gender; row: PersonRow }[] {
  const order: { gender: Gender; row: PersonRow }[] = [];
  WOMEN.forEach((woman, index) => {
    const man = MEN[index];
    const other = index % 10 === 6 ? NONBINARY_PEOPLE[Math.floor(index / 10)] : undefined;
    order.push({ gender: 'female', row: woman });
    if (man) order.push({ gender: 'male', row: man });
    if (other) order.push({ gender: 'nonbinary', row: other });
  });
  return order;
}

/** A person with one picture. */
export const personOf = (id: string, gender: Gender, row: PersonRow): Person => ({
  id,
  traits: traitsOf(gender, row, seeded(`${id} traits`)),
  pictures: 1,
});

/** The people that demo members are given. */
export const PEOPLE: readonly Person[] = interleavedRows().map(({ gender, row }, index) => ({
  ...personOf(`p${String(index + 1).padStart(2, '0')}`, gender, row),
  pictures: PICTURE_COUNTS[index % PICTURE_COUNTS.length] ?? 1,
}));
