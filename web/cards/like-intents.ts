import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { likeMember, unlikeMember } from '#contract/likes';
import type { ProfileCard } from '#contract/profile';
import { CallError, call } from '../api/call.ts';
import { type Intent, settle } from '../session/last-intent.ts';
import { patchMember, recordLike } from './card-caches.ts';

const intents = new Map<string, Intent<boolean>>();
/** What waits for a connection; the queue knows when it may go. */
const waiting = new Map<string, boolean>();
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
  const { id, did_like_profile: isLiked } = profile;
  return useSyncExternalStore(subscribe, () => intents.get(id)?.wanted ?? waiting.get(id) ?? isLiked);
}

function show(client: QueryClient, id: string, isLiked: boolean): void {
  patchMember(client, id, { did_like_profile: isLiked });
  tell();
}

/** Shows what waits, whatever the caches say meanwhile; null: it waits no longer. */
export function holdLike(id: string, isWanted: boolean | null): void {
  if (isWanted === null) waiting.delete(id);
  else waiting.set(id, isWanted);
  tell();
}

export const sendLike = (id: string, isWanted: boolean): Promise<unknown> => call(isWanted ? likeMember : unlikeMember, { profile: id });

/** The server could not be asked; what was wanted is worth another try. */
export const isForLater = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'offline' || error.code === 'unavailable');

/** Leaves a like to the queue, which keeps it until it could be sent; false where there is none to leave it to. */
async function leaveToQueue({ id, name }: ProfileCard, isWanted: boolean): Promise<boolean> {
  try {
    const { queueLike } = await import('./like-queue.ts');
    await queueLike(id, { isWanted, name });
    return true;
  } catch {
    return false;
  }
}

/** Likes or unlikes at once on screen. Without a connection it waits for one; throws, with everything put back, when the server refuses. */
export async function wantLike(client: QueryClient, profile: ProfileCard, isWanted: boolean): Promise<void> {
  const { id } = profile;
  const running = intents.get(id);
  if (running) running.wanted = isWanted;
  if (running || waiting.has(id)) show(client, id, isWanted);
  if (running) return;
  if (waiting.has(id) && (await leaveToQueue(profile, isWanted))) return;
  const intent: Intent<boolean> = { confirmed: profile.did_like_profile, wanted: isWanted };
  intents.set(id, intent);
  show(client, id, isWanted);
  try {
    await settle(intent, (wanted) => sendLike(id, wanted));
    if (intent.confirmed !== profile.did_like_profile) recordLike(client, profile, intent.confirmed);
  } catch (error) {
    if (!isForLater(error) || !(await leaveToQueue(profile, intent.wanted))) throw error;
    intent.confirmed = intent.wanted;
  } finally {
    intents.delete(id);
    show(client, id, intent.confirmed);
  }
}
