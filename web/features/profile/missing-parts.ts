import type { User } from '#contract/account';

/** Without these parts no search finds a member (docs/product.md, "Conditions for being found"). */
const SEARCHABLE = ['country', 'gender', 'date_of_birth'] as const;
/** The other parts of a complete profile, in the order in which they are asked for. */
const TELLING = ['personal', 'interests', 'city'] as const;
const PARTS = [...SEARCHABLE, ...TELLING];

export type SearchablePart = (typeof SEARCHABLE)[number];
export type TellingPart = (typeof TELLING)[number];
type Profile = User['profile'];

const hasPart = (profile: Profile, part: SearchablePart | TellingPart): boolean => {
  const value = profile[part];
  return Array.isArray(value) ? value.length > 0 : Boolean(value?.trim());
};

/** Missing parts without which no search finds the profile (`hiding`), other missing parts (`lacking`), and the share that is there. */
export function missingParts(profile: Profile): { hiding: SearchablePart[]; lacking: TellingPart[]; percent: number } {
  const hiding = SEARCHABLE.filter((part) => !hasPart(profile, part));
  const lacking = TELLING.filter((part) => !hasPart(profile, part));
  const present = PARTS.length - hiding.length - lacking.length;
  return { hiding, lacking, percent: Math.round((present / PARTS.length) * 100) };
}
