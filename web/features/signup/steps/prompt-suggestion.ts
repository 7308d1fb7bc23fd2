import type { User } from '#contract/account';
import { PROMPTS_MAX } from '#contract/profile';

type Labels = ReadonlyMap<string, string>;

/** Sums up the characters of an id, so that members begin with different prompts. */
const seedOf = (id: string): number => [...id].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);

/** The prompt that a member sees first: the first one they have answered, else one that depends on their id. Empty if there are none. */
export function firstSuggestion({ id, profile }: User, labels: Labels): string {
  const ids = [...labels.keys()];
  return profile.prompts.find((prompt) => labels.has(prompt.id))?.id ?? ids[seedOf(id) % ids.length] ?? '';
}

/** The unanswered prompt that follows this one in the catalogue, after the last one the first; null if the member can answer no other. */
export function nextSuggestion(shown: string, { profile }: User, labels: Labels): string | null {
  if (profile.prompts.length >= PROMPTS_MAX) return null;
  const ids = [...labels.keys()];
  const at = ids.indexOf(shown);
  const following = [...ids.slice(at + 1), ...ids.slice(0, Math.max(0, at))];
  return following.find((id) => profile.prompts.every((prompt) => prompt.id !== id)) ?? null;
}
