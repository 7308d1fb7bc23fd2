import type { Query, QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { ProfileCard } from '#contract/profile';
import { patchAnswer } from '../../api/cache-update.ts';

export type Bag = Record<string, unknown>;
export const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value);
const isCardOf = (value: unknown, id: string): value is Bag => isBag(value) && value.id === id && 'did_like_profile' in value;

/** The same value with every card of this member changed; what holds none keeps its identity. */
function patched(value: unknown, id: string, patch: Partial<ProfileCard>): unknown {
  if (Array.isArray(value)) {
    const next = value.map((item: unknown) => patched(item, id, patch));
    return next.some((item, i) => item !== value[i]) ? next : value;
  }
  if (!isBag(value)) return value;
  if (isCardOf(value, id)) return { ...value, ...patch };
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => [key, patched(item, id, patch)]);
  return entries.some(([key, item]) => item !== value[key]) ? Object.fromEntries(entries) : value;
}

function found(value: unknown, id: string): Bag | undefined {
  if (isCardOf(value, id)) return value;
  const inside = Array.isArray(value) ? value : isBag(value) ? Object.values(value) : [];
  for (const item of inside) {
    const card = found(item, id);
    if (card) return card;
  }
  return undefined;
}

/** Calls after an answer that is on its way: it may be from before a change, and the next page of a list puts the pages before it back as they were. */
export function whenAnswered(query: Query, act: () => void): void {
  query.promise?.then(act, () => undefined);
}

/** Changes a member's card in every cached answer that holds it: search pages, profiles, likes, chats. */
export function patchMember(client: QueryClient, id: string, patch: Partial<ProfileCard>): void {
  for (const query of client.getQueryCache().getAll()) {
    const change = () => {
      const { data, dataUpdatedAt: updatedAt } = query.state;
      const is = patched(data, id, patch);
      if (is !== data) patchAnswer(client, query.queryKey, () => is, { updatedAt });
    };
    change();
    whenAnswered(query, change);
  }
}

/** A member's card from whichever cached answer holds one. */
export function cachedCard(client: QueryClient, id: string): ProfileCard | undefined {
  for (const query of client.getQueryCache().getAll()) {
    const card = found(query.state.data, id);
    if (v.is(ProfileCard, card)) return card;
  }
  return undefined;
}
