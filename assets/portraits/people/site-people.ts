import type { SceneName } from '../model/names.ts';
import type { Outfit } from '../model/portrait.ts';
import type { Gender } from '../model/traits.ts';
import { type Person, type PersonRow, personOf } from './people.ts';

type SiteRow = readonly [
  name: string,
  gender: Gender,
  row: PersonRow,
  scene: SceneName,
  outfit: Pick<Outfit, 'garment' | 'main' | 'second'> & Partial<Outfit>,
];

const ROWS: readonly SiteRow[] = [
  [
    'amara',
    'female',
    [29, 'brown', 'black', 'afro', { mood: 'laugh', face: 'oval' }],
    'wall',
    { garment: 'straps', main: 'mustard', second: 'cream' },
  ],
  [
    'anneke',
    'female',
    [41, 'porcelain', 'honey', 'pixie', { mood: 'laugh', earring: 'stud' }],
    'field',
    { garment: 'shirt', main: 'sky', second: 'cream' },
  ],
  [
    'bram',
    'male',
    [29, 'porcelain', 'copper', 'curlyTop', { mood: 'beam', beard: 'full', iris: 'blue' }],
    'city',
    { garment: 'rollNeck', main: 'slate', second: 'cream', pattern: 'knit' },
  ],
  [
    'carmen',
    'female',
    [46, 'olive', 'espresso', 'topBun', { mood: 'beam', earring: 'hoop', iris: 'brown' }],
    'market',
    { garment: 'scoop', main: 'brick', second: 'cream' },
  ],
  [
    'david',
    'male',
    [38, 'deep', 'black', 'buzz', { mood: 'laugh', beard: 'full', face: 'oval' }],
    'cafe',
    { garment: 'shirt', main: 'cream', second: 'oat' },
  ],
  [
    'ewa',
    'female',
    [25, 'fair', 'blond', 'longFringe', { mood: 'smile', iris: 'blue', face: 'oval', eyes: 'almond' }],
    'forest',
    { garment: 'scarf', main: 'moss', second: 'ember' },
  ],
  [
    'grace',
    'female',
    [44, 'deep', 'black', 'topBun', { mood: 'grin', earring: 'hoop', face: 'oval' }],
    'room',
    { garment: 'straps', main: 'plum', second: 'cream' },
  ],
  [
    'henk',
    'male',
    [58, 'fair', 'grey', 'receding', { mood: 'grin', beard: 'short', glasses: 'square', iris: 'brown' }],
    'canal',
    { garment: 'blazer', main: 'charcoal', second: 'cream' },
  ],
  [
    'ingrid',
    'female',
    [62, 'fair', 'silver', 'bob', { mood: 'smile', glasses: 'wire', iris: 'blue', face: 'oval' }],
    'room',
    { garment: 'rollNeck', main: 'denim', second: 'cream', pattern: 'knit' },
  ],
  [
    'jonas',
    'male',
    [27, 'porcelain', 'blond', 'sidePart', { mood: 'grin', beard: 'stubble', iris: 'blue', face: 'oval' }],
    'sea',
    { garment: 'tee', main: 'cream', second: 'navy', pattern: 'stripes' },
  ],
  [
    'kofi',
    'male',
    [32, 'deep', 'black', 'locs', { mood: 'smile', beard: 'stubble', face: 'oval' }],
    'dusk',
    { garment: 'hoodie', main: 'ochre', second: 'cream' },
  ],
  [
    'leila',
    'female',
    [33, 'sand', 'espresso', 'headscarf', { mood: 'smile', iris: 'brown', face: 'oval' }],
    'canal',
    { garment: 'blazer', main: 'wine', second: 'cream', hatColor: 'rose' },
  ],
  [
    'luca',
    'male',
    [36, 'sand', 'espresso', 'flow', { mood: 'grin', beard: 'full', iris: 'brown', face: 'oval' }],
    'cafe',
    { garment: 'tee', main: 'wine', second: 'cream' },
  ],
  [
    'marit',
    'female',
    [31, 'fair', 'auburn', 'longWaves', { mood: 'smile', freckles: true, iris: 'green', face: 'oval', eyes: 'almond', brows: 'soft' }],
    'dusk',
    { garment: 'rollNeck', main: 'cream', second: 'cream', pattern: 'knit' },
  ],
  [
    'markus',
    'male',
    [49, 'peach', 'pepper', 'sidePart', { mood: 'laugh', beard: 'full', iris: 'grey', face: 'square' }],
    'mountain',
    { garment: 'hoodie', main: 'moss', second: 'cream' },
  ],
  [
    'mei',
    'female',
    [28, 'sand', 'ink', 'bobFringe', { mood: 'smile', eyes: 'narrow', iris: 'dark', nose: 'button', face: 'oval' }],
    'city',
    { garment: 'tee', main: 'ember', second: 'cream' },
  ],
  [
    'nadia',
    'female',
    [37, 'bronze', 'ink', 'longStraight', { mood: 'smile', glasses: 'round', earring: 'stud', iris: 'brown', face: 'oval' }],
    'books',
    { garment: 'blazer', main: 'pine', second: 'oat' },
  ],
  [
    'olga',
    'female',
    [55, 'fair', 'grey', 'longStraight', { mood: 'smile', iris: 'grey', face: 'oval', eyes: 'almond' }],
    'books',
    { garment: 'scarf', main: 'plum', second: 'rose' },
  ],
  [
    'omar',
    'male',
    [52, 'olive', 'black', 'shaved', { mood: 'beam', beard: 'full', glasses: 'round', iris: 'brown' }],
    'wall',
    { garment: 'tee', main: 'cream', second: 'cream' },
  ],
  [
    'priya',
    'female',
    [30, 'bronze', 'ink', 'longWaves', { mood: 'beam', earring: 'hoop', iris: 'dark', face: 'oval' }],
    'forest',
    { garment: 'scoop', main: 'mustard', second: 'cream' },
  ],
  [
    'rashid',
    'male',
    [30, 'bronze', 'black', 'curlyTop', { mood: 'beam', beard: 'stubble', iris: 'brown' }],
    'field',
    { garment: 'shirt', main: 'sea', second: 'cream' },
  ],
  [
    'sofia',
    'female',
    [35, 'olive', 'chestnut', 'longCurls', { mood: 'beam', iris: 'brown', face: 'oval', eyes: 'almond', brows: 'soft' }],
    'wall',
    { garment: 'veeNeck', main: 'cream', second: 'cream' },
  ],
  [
    'tomasz',
    'male',
    [34, 'peach', 'brown', 'quiff', { mood: 'beam', beard: 'full', iris: 'green', face: 'oval' }],
    'mountain',
    { garment: 'tee', main: 'cobalt', second: 'cream' },
  ],
  [
    'zofia',
    'female',
    [26, 'porcelain', 'copper', 'ponytail', { mood: 'smile', freckles: true, iris: 'green', face: 'oval' }],
    'sea',
    { garment: 'boatNeck', main: 'cream', second: 'brick', pattern: 'stripes' },
  ],
];

/** The people on the pages for visitors. None of them is a member. */
export const SITE_PEOPLE: readonly Person[] = ROWS.map(
  ([name, gender, row, scene, { pattern = 'plain', hatColor = 'cream', ...outfit }]) => ({
    ...personOf(name, gender, row),
    firstPicture: { scene, outfit: { ...outfit, pattern, hatColor } },
  }),
);
