import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { likeMember, unlikeMember } from '#contract/likes';
import type { ProfileCard } from '#contract/profile';
import { call } from '../api/call.ts';
import { type Intent, settle } from '../session/last-intent.ts';
import { patchMember, recordLike } from './card-caches.ts';

const intents = new Map<string, Intent<boolean>>();
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a member is liked, as the person at the screen last said; a poll in between cannot flip it back. */
export function useIsLiked(profile: ProfileCard): boolean {
  return useSyncExternalStore(subscribe, () => intents.get(profile.id)?.wanted ?? profile.did_like_profile);
}

function show(client: QueryClient, id: string, isLiked: boolean): void {
  patchMember(client, id, { did_like_profile: isLiked });
  tell();
}

/** Likes or unlikes at once on screen; throws, with everything put back, when the server refuses. */
export async function wantLike(client: QueryClient, profile: ProfileCard, isWanted: boolean): Promise<void> {
  const running = intents.get(profile.id);
  if (running) {
    running.wanted = isWanted;
    show(client, profile.id, isWanted);
    return;
  }
  const intent: Intent<boolean> = { confirmed: profile.did_like_profile, wanted: isWanted };
  intents.set(profile.id, intent);
  show(client, profile.id, isWanted);
  try {
    await settle(intent, (wanted) => call(wanted ? likeMember : unlikeMember, { profile: profile.id }));
    if (intent.confirmed !== profile.did_like_profile) recordLike(client, profile, intent.confirmed);
  } finally {
    intents.delete(profile.id);
    show(client, profile.id, intent.confirmed);
  }
}
