/** Colours of one skin: its own, shaded and lit, of blush and lips, and of drawn lines. */
export interface SkinTones {
  base: string;
  shade: string;
  light: string;
  blush: string;
  lip: string;
  line: string;
}

const skin = (base: string, shade: string, light: string, blush: string, lip: string, line: string): SkinTones => ({
  base,
  shade,
  light,
  blush,
  lip,
  line,
});

/** Skin colours from light to dark. */
export const SKIN = {
  porcelain: skin('#f7d8c6', '#dfa792', '#ffece0', '#ee9888', '#c9666a', '#a9604f'),
  fair: skin('#f2c9ab', '#d09576', '#ffe0c8', '#e68d74', '#c05e57', '#99553f'),
  peach: skin('#ebbd9a', '#c48a68', '#fcd8bb', '#df8069', '#b9574f', '#8d4c37'),
  sand: skin('#dfae84', '#b47f5a', '#f4cca8', '#d68263', '#b0584b', '#814a33'),
  olive: skin('#cf9d70', '#9e6e49', '#e7bd94', '#c77b59', '#a35346', '#6f4029'),
  tan: skin('#ba8256', '#885a3b', '#d6a57a', '#b8694d', '#954b40', '#5e3524'),
  bronze: skin('#9e6a49', '#714732', '#be8d69', '#a55b47', '#84413a', '#4d2a20'),
  brown: skin('#7f533d', '#593829', '#a37659', '#965142', '#773833', '#3a2019'),
  deep: skin('#62412f', '#442b22', '#875e4a', '#7d463a', '#6b312e', '#2b1714'),
} as const;
export type SkinName = keyof typeof SKIN;

export const HAIR = {
  black: '#211c22',
  ink: '#2a2630',
  espresso: '#35251f',
  brown: '#563929',
  chestnut: '#74432a',
  caramel: '#96653b',
  auburn: '#91432a',
  copper: '#b85f2e',
  strawberry: '#cf8350',
  honey: '#bd8b4a',
  blond: '#dcb878',
  flaxen: '#ead4a2',
  sandy: '#a98d66',
  pepper: '#6e6a6b',
  grey: '#9d9a9c',
  silver: '#c9c6c5',
  white: '#e9e5df',
  teal: '#2d6a70',
  plum: '#6a3157',
} as const;
export type HairColor = keyof typeof HAIR;

export const IRIS = {
  dark: '#35211a',
  brown: '#4f3122',
  chestnut: '#6b4226',
  hazel: '#7a6332',
  green: '#4c6b4b',
  grey: '#66747c',
  blue: '#4a7393',
  ice: '#6d97b0',
} as const;
export type IrisColor = keyof typeof IRIS;

export const FABRIC = {
  cream: '#f1e6d4',
  oat: '#dcc7a6',
  white: '#f5f0e8',
  mustard: '#dfa53d',
  ochre: '#c0812f',
  rust: '#b8562f',
  ember: '#c8452e',
  brick: '#983a34',
  wine: '#6c2c3c',
  plum: '#68375c',
  mauve: '#a77a91',
  rose: '#d7918c',
  blush: '#e8bfae',
  sky: '#a9c3d3',
  denim: '#557896',
  cobalt: '#2f5690',
  navy: '#2a3b58',
  slate: '#47545f',
  charcoal: '#353640',
  teal: '#2f6c6b',
  sea: '#6f9d98',
  sage: '#8c9f7b',
  moss: '#56653f',
  pine: '#2e4d41',
  camel: '#b98a58',
  cocoa: '#5b4034',
} as const;
export type FabricColor = keyof typeof FABRIC;

/** Sound: a constant table has exactly the keys of its type. */
const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T)[];
export const FABRIC_COLORS = keysOf(FABRIC);
