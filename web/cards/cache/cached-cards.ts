import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { ProfileCard } from '#contract/profile';
import { afterFetch, updateCachedAnswer } from '../../api/cache-update.ts';

/** An object whose fields are not known, as a part of a cached answer. */
export type JsonObject = Record<string, unknown>;
export const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
const isCardOf = (value: unknown, id: string): value is JsonObject => isJsonObject(value) && value.id === id && 'did_like_profile' in value;

/** Copies a value with every card of this member changed. Parts without such a card keep their identity. */
function withCardPatched(value: unknown, id: string, patch: Partial<ProfileCard>): unknown {
  if (Array.isArray(value)) {
    const next = value.map((item: unknown) => withCardPatched(item, id, patch));
    return next.some((item, i) => item !== value[i]) ? next : value;
  }
  if (!isJsonObject(value)) return value;
  if (isCardOf(value, id)) return { ...value, ...patch };
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => [key, withCardPatched(item, id, patch)]);
  return entries.some(([key, item]) => item !== value[key]) ? Object.fromEntries(entries) : value;
}

/** The first card of this member in a value. */
function findCard(value: unknown, id: string): JsonObject | undefined {
  if (isCardOf(value, id)) return value;
  const children = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  for (const item of children) {
    const card = findCard(item, id);
    if (card) return card;
  }
  return undefined;
}

/** Changes a member's card in every cached answer that contains it (searches, profiles, likes, chats), and in those being fetched. */
export function patchMember(client: QueryClient, id: string, patch: Partial<ProfileCard>): void {
  for (const query of client.getQueryCache().getAll()) {
    const applyPatch = () => {
      const { data, dataUpdatedAt: updatedAt } = query.state;
      const changed = withCardPatched(data, id, patch);
      if (changed !== data) updateCachedAnswer(client, query.queryKey, () => changed, { updatedAt });
    };
    applyPatch();
    afterFetch(query, applyPatch);
  }
}

/** A member's card from any cached answer; undefined if none contains a valid one. */
export function cachedCard(client: QueryClient, id: string): ProfileCard | undefined {
  for (const query of client.getQueryCache().getAll()) {
    const card = findCard(query.state.data, id);
    if (v.is(ProfileCard, card)) return card;
  }
  return undefined;
}
