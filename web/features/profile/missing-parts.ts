import type { User } from '#contract/account';

/** Without these parts no search finds a member (docs/product.md, "Conditions for being found"). */
const REQUIRED_PARTS = ['country', 'gender', 'date_of_birth'] as const;
/** The other parts of a complete profile, in the order in which they are asked for. */
const OPTIONAL_PARTS = ['personal', 'interests', 'city'] as const;
const PARTS = [...REQUIRED_PARTS, ...OPTIONAL_PARTS];

export type RequiredPart = (typeof REQUIRED_PARTS)[number];
export type OptionalPart = (typeof OPTIONAL_PARTS)[number];
type Profile = User['profile'];

const hasPart = (profile: Profile, part: RequiredPart | OptionalPart): boolean => {
  const value = profile[part];
  return Array.isArray(value) ? value.length > 0 : Boolean(value?.trim());
};

/** Missing parts without which no search finds the profile (`hiding`), other missing parts (`lacking`), and the share that is there. */
export function missingParts(profile: Profile): { hiding: RequiredPart[]; lacking: OptionalPart[]; percent: number } {
  const hiding = REQUIRED_PARTS.filter((part) => !hasPart(profile, part));
  const lacking = OPTIONAL_PARTS.filter((part) => !hasPart(profile, part));
  const present = PARTS.length - hiding.length - lacking.length;
  return { hiding, lacking, percent: Math.round((present / PARTS.length) * 100) };
}
