import type { User } from '#contract/account';

/** Without these parts no search finds a member (docs/product.md, "Conditions for being found"). */
const SEARCHABLE = ['country', 'gender', 'date_of_birth'] as const;
/** What makes a profile worth finding, the most telling first. */
const TELLING = ['personal', 'interests', 'city'] as const;
const PARTS = [...SEARCHABLE, ...TELLING];

export type SearchablePart = (typeof SEARCHABLE)[number];
export type TellingPart = (typeof TELLING)[number];
type Profile = User['profile'];

const hasPart = (profile: Profile, part: SearchablePart | TellingPart): boolean => {
  const value = profile[part];
  return Array.isArray(value) ? value.length > 0 : Boolean(value?.trim());
};

/** What still hides a profile, what it still lacks, and how much of it is there. */
export function missingParts(profile: Profile): { hiding: SearchablePart[]; lacking: TellingPart[]; percent: number } {
  const hiding = SEARCHABLE.filter((part) => !hasPart(profile, part));
  const lacking = TELLING.filter((part) => !hasPart(profile, part));
  const there = PARTS.length - hiding.length - lacking.length;
  return { hiding, lacking, percent: Math.round((there / PARTS.length) * 100) };
}
