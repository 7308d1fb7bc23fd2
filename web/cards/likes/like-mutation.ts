import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { ProfileCard } from '#contract/profile';
import { type Intent, settle } from '../../api/latest-wins.ts';
import { patchMember } from '../cache/cached-cards.ts';
import { isForLater, sendLike, waitingLikes } from './pending-likes.ts';

const intents = new Map<string, Intent<boolean>>();

/** What the server confirmed last, until whoever draws from the caches has been told of it. */
const settled = new Map<string, boolean>();

/** Whether a member is liked, as the person at the screen last said; a poll in between cannot flip it back. */
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

/** Shows what is confirmed. The caches tell their listeners a moment later: until then a press must not meet what was there before. */
function showSettled(client: QueryClient, id: string, isLiked: boolean): void {
  settled.set(id, isLiked);
  show(client, id, isLiked);
  notifyManager.schedule(() => {
    if (intents.has(id)) return;
    settled.delete(id);
    waitingLikes.tell();
  });
}

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

/** In its own time: a press that comes meanwhile is another intent. */
function record(client: QueryClient, profile: ProfileCard, isLiked: boolean): void {
  import('./like-queue.ts').then(({ recordLike }) => recordLike(client, profile, isLiked), console.warn);
}

/** Turns the like of a member over as it is shown at this moment. */
export const toggleLike = (client: QueryClient, profile: ProfileCard): Promise<void> => wantLike(client, profile, !isLikedNow(profile));

/** Likes or unlikes at once on screen. Without a connection it waits for one; throws, with everything put back, when the server refuses. */
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
