import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { ProfileCard } from '#contract/profile';
import { type Intent, settle } from '../session/last-intent.ts';
import { patchMember } from './card-caches.ts';
import { isForLater, sendLike, waitingLikes } from './waiting-likes.ts';

const intents = new Map<string, Intent<boolean>>();

/** Whether a member is liked, as the person at the screen last said; a poll in between cannot flip it back. */
export function useIsLiked(profile: ProfileCard): boolean {
  const { id, did_like_profile: isLiked } = profile;
  const read = () => intents.get(id)?.wanted ?? waitingLikes.get(id) ?? isLiked;
  return useSyncExternalStore(waitingLikes.subscribe, read, read);
}

function show(client: QueryClient, id: string, isLiked: boolean): void {
  patchMember(client, id, { did_like_profile: isLiked });
  waitingLikes.tell();
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

/** Likes or unlikes at once on screen. Without a connection it waits for one; throws, with everything put back, when the server refuses. */
export async function wantLike(client: QueryClient, profile: ProfileCard, isWanted: boolean): Promise<void> {
  const { id } = profile;
  const running = intents.get(id);
  if (running) running.wanted = isWanted;
  if (running || waitingLikes.get(id) !== undefined) show(client, id, isWanted);
  if (running) return;
  if (waitingLikes.get(id) !== undefined && (await leaveToQueue(profile, isWanted))) return;
  const intent: Intent<boolean> = { confirmed: profile.did_like_profile, wanted: isWanted };
  intents.set(id, intent);
  show(client, id, isWanted);
  try {
    await settle(intent, (wanted) => sendLike(id, wanted));
    if (intent.confirmed !== profile.did_like_profile) record(client, profile, intent.confirmed);
  } catch (error) {
    if (!isForLater(error) || !(await leaveToQueue(profile, intent.wanted))) throw error;
    intent.confirmed = intent.wanted;
  } finally {
    intents.delete(id);
    show(client, id, intent.confirmed);
  }
}
