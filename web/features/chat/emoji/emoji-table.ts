/// <reference path="./emoji-urls.d.ts" />
import { EMOJI_URLS } from 'virtual:emoji-urls';
import type { EmojiData } from 'frimousse';
import * as v from 'valibot';
import { SHIPPED_LOCALES } from '#contract/primitives';
import { CallError } from '../../../api/call.ts';
import { supportedEmojiFilter } from './supported-emoji.ts';

/** Emoji, group, version of Unicode's emoji list, name, search words, and skin tones: 1 if they are made by rule, else the five variants. */
const Row = v.union([
  v.tuple([v.string(), v.number(), v.number(), v.string(), v.string()]),
  v.tuple([v.string(), v.number(), v.number(), v.string(), v.string(), v.union([v.literal(1), v.array(v.string())])]),
]);
type Row = v.InferOutput<typeof Row>;
const Table = v.array(Row);

export const SKIN_TONES = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const;
export type SkinTone = (typeof SKIN_TONES)[number];
const FIRST_TONE_CODE_POINT = 0x1f3fb;
/** Groups by their number in the table. Group 2, skin tones and hair, is left out: it holds only components of emoji. */
const GROUPS = [
  [0, 'smileys'],
  [1, 'people'],
  [3, 'animals'],
  [4, 'food'],
  [5, 'travel'],
  [6, 'activities'],
  [7, 'objects'],
  [8, 'symbols'],
  [9, 'flags'],
] as const;
const FLAG_GROUP = 9;

/** The names of the groups and tones in the member's language. */
export interface EmojiLabels {
  readonly group: (group: (typeof GROUPS)[number][1]) => string;
  readonly tone: (tone: SkinTone) => string;
}

/** An emoji in the skin tone with this index of TONES. By rule the tone follows the first code point, in place of a variation selector. */
function withSkinTone(emoji: string, skins: 1 | string[], toneIndex: number): string {
  if (skins !== 1) return skins[toneIndex] ?? emoji;
  const [first = '', ...rest] = [...emoji];
  return `${first}${String.fromCodePoint(FIRST_TONE_CODE_POINT + toneIndex)}${rest.join('').replace(/^\ufe0f/, '')}`;
}

function emojiOf([emoji, category, version, label, tags, skins]: Row): EmojiData['emojis'][number] {
  const entry = { emoji, category, version, label, tags: tags.split(' ') };
  if (skins === undefined) return entry;
  const [light, mediumLight, medium, mediumDark, dark] = SKIN_TONES.map((_, i) => withSkinTone(emoji, skins, i));
  const byTone = { light, 'medium-light': mediumLight, medium, 'medium-dark': mediumDark, dark };
  const variants = Object.entries(byTone).map(([tone, variant]) => [tone, variant ?? emoji]);
  return { ...entry, skins: Object.fromEntries(variants) as Record<SkinTone, string> };
}

/** The emoji that this device can draw, with names in a shipped language. Throws a CallError `offline` or `unavailable` if they cannot be loaded. */
export async function loadEmoji(locale: string, words: EmojiLabels, signal: AbortSignal): Promise<EmojiData> {
  const shipped = SHIPPED_LOCALES.find((shippedLocale) => shippedLocale === locale) ?? 'en';
  const response = await fetch(EMOJI_URLS[shipped], { signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new CallError({ code: 'offline' }, { cause });
  });
  if (!response.ok) throw new CallError({ code: 'unavailable', status: response.status });
  const rows = v.parse(Table, await response.json());
  const isDrawn = supportedEmojiFilter(rows.map(([emoji, group, version]) => ({ emoji, version, isFlag: group === FLAG_GROUP })));
  const categories = GROUPS.map(([index, group]) => ({ index, label: words.group(group) }));
  const skinTones = { light: '', 'medium-light': '', medium: '', 'medium-dark': '', dark: '' };
  for (const tone of SKIN_TONES) skinTones[tone] = words.tone(tone);
  return { locale, emojis: rows.map(emojiOf).filter((emoji) => isDrawn(emoji)), categories, skinTones };
}
