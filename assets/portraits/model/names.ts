/** The order decides which person is drawn in which scene (`sceneAt` in draw-pictures.ts). */
export const SCENE_NAMES = [
  'autumn',
  'dusk',
  'field',
  'forest',
  'garden',
  'lavender',
  'mountain',
  'sea',
  'snow',
  'canal',
  'city',
  'harbour',
  'market',
  'terrace',
  'wall',
  'books',
  'cafe',
  'gallery',
  'greenhouse',
  'kitchen',
  'room',
] as const;
export type SceneName = (typeof SCENE_NAMES)[number];

type KnitName = 'tee' | 'scoop' | 'veeNeck' | 'boatNeck' | 'rollNeck' | 'hoodie' | 'cardigan' | 'scarf' | 'straps';
type TailoredName = 'shirt' | 'polo' | 'blazer' | 'suit' | 'overshirt' | 'denimJacket' | 'wrap';
export type GarmentName = KnitName | TailoredName;
export type HatName = 'beanie' | 'cap' | 'sunhat';
export type PatternName = 'plain' | 'stripes' | 'dots' | 'check' | 'floral' | 'knit';

type CombedName = 'sidePart' | 'quiff' | 'slickBack' | 'crop' | 'tousled' | 'undercut' | 'flow';
type CroppedName = 'buzz' | 'flatTop' | 'receding' | 'wreath' | 'shaved' | 'pixie';
type StraightName = 'longStraight' | 'longFringe' | 'lob' | 'bob' | 'bobFringe' | 'behindShoulders';
type WavyName = 'longWaves' | 'shag' | 'sideSwept' | 'softWave';
type TiedName = 'topBun' | 'lowBun' | 'ponytail' | 'halfUp' | 'plaits' | 'sidePlait' | 'manBun';
type CurlyName = 'afro' | 'shortAfro' | 'curlyTop' | 'longCurls' | 'curlyBob' | 'looseCurls' | 'setCurls' | 'puffs';
type BraidedName = 'locs' | 'boxBraids' | 'twists' | 'cornrows';
type CoveredName = 'headscarf' | 'headWrap';
export type CutName = CombedName | CroppedName | StraightName | WavyName | TiedName | CurlyName | BraidedName | CoveredName;
