import type { CutName, GarmentName, HatName, PatternName, SceneName } from '../model/names.ts';
import { FABRIC, FABRIC_COLORS, type FabricColor, HAIR, SKIN } from '../model/palettes.ts';
import type { Outfit } from '../model/portrait.ts';
import type { Traits } from '../model/traits.ts';
import { brightness, mix } from '../svg/color.ts';
import type { Random } from '../svg/seeded-random.ts';

const WOMENS: readonly GarmentName[] = [
  'scoop',
  'rollNeck',
  'blazer',
  'straps',
  'boatNeck',
  'wrap',
  'cardigan',
  'shirt',
  'veeNeck',
  'tee',
  'denimJacket',
  'hoodie',
  'scarf',
  'overshirt',
];
const MENS: readonly GarmentName[] = [
  'tee',
  'shirt',
  'rollNeck',
  'overshirt',
  'hoodie',
  'polo',
  'blazer',
  'suit',
  'denimJacket',
  'veeNeck',
  'scarf',
  'cardigan',
  'shirt',
];
const UNISEX: readonly GarmentName[] = ['tee', 'overshirt', 'rollNeck', 'hoodie', 'shirt', 'blazer', 'denimJacket', 'cardigan', 'scarf'];
/** Garments that are preferred in cold scenes, and those that are not worn there. */
const COLD_WEATHER_GARMENTS: readonly GarmentName[] = ['scarf', 'rollNeck', 'hoodie', 'cardigan', 'blazer'];
const WARM_WEATHER_GARMENTS: readonly GarmentName[] = ['straps', 'scoop', 'tee', 'polo', 'boatNeck'];
/** Garments worn with a headscarf. */
const HEADSCARF_GARMENTS: readonly GarmentName[] = ['blazer', 'cardigan', 'rollNeck', 'tee', 'boatNeck'];
/** Garments not worn from the age of 50 on. */
const GARMENTS_UNDER_50: readonly GarmentName[] = ['hoodie', 'straps', 'denimJacket'];

const PATTERNS: Partial<Record<GarmentName, readonly PatternName[]>> = {
  tee: ['plain', 'plain', 'stripes'],
  boatNeck: ['stripes', 'plain', 'dots'],
  shirt: ['plain', 'plain', 'check', 'dots'],
  overshirt: ['check', 'plain', 'plain'],
  wrap: ['floral', 'dots', 'plain', 'floral'],
  scoop: ['plain', 'plain', 'dots'],
  rollNeck: ['knit', 'plain'],
  veeNeck: ['plain', 'knit'],
  straps: ['plain'],
};

const LIGHTS: readonly FabricColor[] = ['cream', 'white', 'oat', 'blush', 'sky'];
const DARKS: readonly FabricColor[] = ['navy', 'teal', 'wine', 'pine', 'brick', 'charcoal', 'cocoa'];
const COLD_SCENES: readonly SceneName[] = ['snow', 'autumn', 'mountain'];
const WARM_SCENES: readonly SceneName[] = ['sea', 'lavender', 'field', 'terrace', 'harbour', 'garden'];
/** Haircuts that a hat fits over. */
const HAT_CUTS = new Set<CutName>([
  'longWaves',
  'longStraight',
  'lob',
  'ponytail',
  'longFringe',
  'sidePart',
  'crop',
  'buzz',
  'receding',
  'shaved',
  'tousled',
  'undercut',
  'flow',
  'plaits',
  'behindShoulders',
  'bob',
]);

/** Sum of the differences of red, green and blue, from 0 to 765. */
function distance(a: string, b: string): number {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [1, 3, 5].reduce((sum, at) => sum + Math.abs(channel(a, at) - channel(b, at)), 0);
}

/** Whether a fabric is less than `reach` from the colour of the skin. */
function closeToSkin(traits: Traits, fabric: string, reach: number): boolean {
  return distance(fabric, SKIN[traits.skin].base) < reach;
}

/** A fabric colour that stands out from the skin, the hair and the colours to avoid. */
function colorFor(traits: Traits, avoid: readonly string[], random: Random): FabricColor {
  const fitting = FABRIC_COLORS.filter((name) => {
    const fabric = FABRIC[name];
    return (
      !closeToSkin(traits, fabric, 115) && distance(fabric, HAIR[traits.hair]) > 60 && avoid.every((color) => distance(fabric, color) > 90)
    );
  });
  return random.pick(fitting.length > 0 ? fitting : FABRIC_COLORS);
}

function garmentFor({ gender, age, cut }: Traits, scene: SceneName, worn: readonly GarmentName[], random: Random): GarmentName {
  const all = gender === 'female' ? WOMENS : gender === 'male' ? MENS : UNISEX;
  const fits = all.filter(
    (garment) =>
      !worn.includes(garment) &&
      (age < 50 || !GARMENTS_UNDER_50.includes(garment)) &&
      (!COLD_SCENES.includes(scene) || !WARM_WEATHER_GARMENTS.includes(garment)) &&
      (!WARM_SCENES.includes(scene) || garment !== 'scarf') &&
      (cut !== 'headscarf' || HEADSCARF_GARMENTS.includes(garment)),
  );
  const preferred = COLD_SCENES.includes(scene) ? fits.filter((garment) => COLD_WEATHER_GARMENTS.includes(garment)) : fits;
  return random.pick(preferred.length > 0 && random.chance(0.7) ? preferred : fits);
}

function hatFor(traits: Traits, scene: SceneName, random: Random): HatName | undefined {
  if (!HAT_CUTS.has(traits.cut)) return undefined;
  if (scene === 'snow') return 'beanie';
  if (scene === 'mountain' && random.chance(0.4)) return 'beanie';
  if (WARM_SCENES.includes(scene) && traits.gender === 'female' && random.chance(0.3)) return 'sunhat';
  if (WARM_SCENES.includes(scene) && traits.gender === 'male' && random.chance(0.3)) return 'cap';
  return undefined;
}

/** Chooses clothes that suit the person and the scene and differ from those of earlier pictures. The first picture has no hat. */
export function chooseOutfit(
  traits: Traits,
  scene: SceneName,
  shade: string,
  worn: readonly Outfit[],
  first: boolean,
  random: Random,
): Outfit {
  const garment = garmentFor(
    traits,
    scene,
    worn.map((outfit) => outfit.garment),
    random,
  );
  const main = garment === 'denimJacket' ? 'denim' : colorFor(traits, [shade, ...worn.map((outfit) => FABRIC[outfit.main])], random);
  const contrast = brightness(FABRIC[main]) > 0.55 ? DARKS : LIGHTS;
  const second = random.pick(contrast.filter((name) => !closeToSkin(traits, FABRIC[name], 58)));
  const scarfColor = colorFor(traits, [FABRIC[main]], random);
  const hat = first ? undefined : hatFor(traits, scene, random);
  return {
    garment,
    main,
    second: garment === 'scarf' ? scarfColor : second,
    pattern: random.pick(PATTERNS[garment] ?? ['plain']),
    hatColor: colorFor(traits, [FABRIC[main], mix(shade, '#808080', 0.2)], random),
    ...(hat ? { hat } : {}),
  };
}
