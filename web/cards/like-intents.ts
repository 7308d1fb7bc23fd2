import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { likeMember, unlikeMember } from '#contract/likes';
import type { ProfileCard } from '#contract/profile';
import { call } from '../api/call.ts';
import { patchMember, recordLike } from './card-caches.ts';

interface Intent {
  confirmed: boolean;
  wanted: boolean;
}

const intents = new Map<string, Intent>();
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

/** Sends until the server stands where the last press wanted it: one request at a time, so that none overtakes another. */
async function settle(id: string, intent: Intent): Promise<void> {
  let isCertain = true;
  while (intent.wanted !== intent.confirmed || !isCertain) {
    const sent = intent.wanted;
    try {
      await call(sent ? likeMember : unlikeMember, { profile: id });
      intent.confirmed = sent;
      isCertain = true;
    } catch (error) {
      if (intent.wanted === sent) throw error;
      isCertain = false;
    }
  }
}

/** Likes or unlikes at once on screen; throws, with everything put back, when the server refuses. */
export async function wantLike(client: QueryClient, profile: ProfileCard, isWanted: boolean): Promise<void> {
  const running = intents.get(profile.id);
  if (running) {
    running.wanted = isWanted;
    show(client, profile.id, isWanted);
    return;
  }
  const intent: Intent = { confirmed: profile.did_like_profile, wanted: isWanted };
  intents.set(profile.id, intent);
  show(client, profile.id, isWanted);
  try {
    await settle(profile.id, intent);
    if (intent.confirmed !== profile.did_like_profile) recordLike(client, profile, intent.confirmed);
  } finally {
    intents.delete(profile.id);
    show(client, profile.id, intent.confirmed);
  }
}
