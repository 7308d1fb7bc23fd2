import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { ProfileCard } from '#contract/profile';
import { type Intent, settle } from '../../api/latest-wins.ts';
import { patchMember } from '../cache/cached-cards.ts';
import { isForLater, sendLike, waitingLikes } from './pending-likes.ts';

/** Likes whose call is under way, by member. */
const intents = new Map<string, Intent<boolean>>();

/** What the server has just confirmed, by member, until the cached answers have told their listeners. */
const settled = new Map<string, boolean>();

/** Whether a member is liked, by the last press. An answer fetched meanwhile does not override it. */
const isLikedNow = ({ id, did_like_profile: isLiked }: ProfileCard): boolean =>
  intents.get(id)?.wanted ?? waitingLikes.get(id) ?? settled.get(id) ?? isLiked;

export function useIsLiked(profile: ProfileCard): boolean {
  const read = () => isLikedNow(profile);
  return useSyncExternalStore(waitingLikes.subscribe, read, read);
}

function show(client: QueryClient, id: string, isLiked: boolean): void {
  patchMember(client, id, { did_like_profile: isLiked });
  waitingLikes.tell();
}

/**
 * Shows a confirmed value. Listeners of the cache are notified a moment later; until then `settled` keeps a press from using the old value.
 */
function showSettled(client: QueryClient, id: string, isLiked: boolean): void {
  settled.set(id, isLiked);
  show(client, id, isLiked);
  notifyManager.schedule(() => {
    if (intents.has(id)) return;
    settled.delete(id);
    waitingLikes.tell();
  });
}

/** Puts a like into the queue. Resolves to false if the queue's code cannot be loaded. */
async function leaveToQueue({ id, name }: ProfileCard, isWanted: boolean): Promise<boolean> {
  try {
    const { queueLike } = await import('./like-queue.ts');
    await queueLike(id, { isWanted, name });
    return true;
  } catch {
    return false;
  }
}

/** Updates the list of likes without waiting for it, so that the next press is not delayed. */
function record(client: QueryClient, profile: ProfileCard, isLiked: boolean): void {
  import('./like-queue.ts').then(({ recordLike }) => recordLike(client, profile, isLiked), console.warn);
}

/** Likes a member who is shown as not liked, else takes the like back. Throws like `wantLike`. */
export const toggleLike = (client: QueryClient, profile: ProfileCard): Promise<void> => wantLike(client, profile, !isLikedNow(profile));

/**
 * Shows a like or unlike at once and sends it; without a connection it goes into the queue. If the server refuses, restores the earlier
 * value and throws `CallError`.
 */
async function wantLike(client: QueryClient, profile: ProfileCard, isWanted: boolean): Promise<void> {
  const { id } = profile;
  const running = intents.get(id);
  if (running) running.wanted = isWanted;
  if (running || waitingLikes.get(id) !== undefined) show(client, id, isWanted);
  if (running) return;
  if (waitingLikes.get(id) !== undefined && (await leaveToQueue(profile, isWanted))) return;
  const before = settled.get(id) ?? profile.did_like_profile;
  const intent: Intent<boolean> = { confirmed: before, wanted: isWanted };
  intents.set(id, intent);
  show(client, id, isWanted);
  try {
    await settle(intent, (wanted) => sendLike(id, wanted));
    if (intent.confirmed !== before) record(client, profile, intent.confirmed);
  } catch (error) {
    if (!isForLater(error) || !(await leaveToQueue(profile, intent.wanted))) throw error;
    intent.confirmed = intent.wanted;
  } finally {
    intents.delete(id);
    showSettled(client, id, intent.confirmed);
  }
}
