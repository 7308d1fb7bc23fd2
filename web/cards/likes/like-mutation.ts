import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { ProfileCard } from '#contract/profile';
import type { QuotedBlock } from '#contract/quotes';
import { type LatestWinsState, sendLatest } from '../../api/latest-wins.ts';
import { patchMember } from '../cache/cached-cards.ts';
import { announceOwnMatch } from './own-match.ts';
import { isRetryable, queuedLikes, sendLike } from './queued-likes.ts';

/** Likes whose call is under way, by member. */
const runningLikes = new Map<string, LatestWinsState<boolean>>();

/** What the server has just confirmed, by member, until the cached answers have told their listeners. */
const confirmedLikes = new Map<string, boolean>();

/** Members who were liked by a press on this page. */
const likedHere = new Set<string>();

/** Whether a press on this page has liked a member. */
export const isLikedHere = (id: string): boolean => likedHere.has(id);

/** What the likes that are wanted or waiting are about, by member. */
const quotedBlocks = new Map<string, QuotedBlock>();

/** Whether a member is liked, by the last press. An answer fetched meanwhile does not override it. */
const isLikedNow = ({ id, did_like_profile: isLiked }: ProfileCard): boolean =>
  runningLikes.get(id)?.wanted ?? queuedLikes.get(id) ?? confirmedLikes.get(id) ?? isLiked;

export function useIsLiked(profile: ProfileCard): boolean {
  const read = () => isLikedNow(profile);
  return useSyncExternalStore(queuedLikes.subscribe, read, read);
}

function showLike(client: QueryClient, id: string, isLiked: boolean): void {
  patchMember(client, id, { did_like_profile: isLiked });
  queuedLikes.notify();
}

/**
 * Shows a confirmed value. Listeners of the cache are notified a moment later; until then `confirmedLikes` keeps a press from using the old value.
 */
function showConfirmed(client: QueryClient, id: string, isLiked: boolean): void {
  confirmedLikes.set(id, isLiked);
  showLike(client, id, isLiked);
  notifyManager.schedule(() => {
    if (runningLikes.has(id)) return;
    confirmedLikes.delete(id);
    queuedLikes.notify();
  });
}

/** Puts a like into the queue. Resolves to false if the queue's code cannot be loaded. */
async function queueForLater({ id, name }: ProfileCard, isWanted: boolean): Promise<boolean> {
  try {
    const { queueLike } = await import('./like-queue.ts');
    await queueLike(id, { isWanted, name, about: quotedBlocks.get(id) ?? null });
    return true;
  } catch {
    return false;
  }
}

/** Updates the list of likes without waiting for it, so that the next press is not delayed. */
function updateLikesListLater(client: QueryClient, profile: ProfileCard, isLiked: boolean): void {
  import('./like-queue.ts').then(({ updateLikesList }) => updateLikesList(client, profile, isLiked), console.warn);
}

/** Likes a member who is shown as not liked, else takes the like back. Throws like `wantLike`. */
export function toggleLike(client: QueryClient, profile: ProfileCard): Promise<void> {
  quotedBlocks.delete(profile.id);
  return wantLike(client, profile, !isLikedNow(profile));
}

/** Likes one block of a member's profile, like `toggleLike`. A like that stands already stays as it is. */
export async function likeBlock(client: QueryClient, profile: ProfileCard, block: QuotedBlock): Promise<void> {
  if (isLikedNow(profile)) return;
  quotedBlocks.set(profile.id, block);
  await wantLike(client, profile, true);
}

/**
 * Shows a like or unlike at once and sends it; without a connection it goes into the queue. If the server refuses, restores the earlier
 * value and throws `CallError`.
 */
async function wantLike(client: QueryClient, profile: ProfileCard, isWanted: boolean): Promise<void> {
  const { id } = profile;
  const running = runningLikes.get(id);
  if (running) running.wanted = isWanted;
  if (running || queuedLikes.get(id) !== undefined) showLike(client, id, isWanted);
  if (running) return;
  if (queuedLikes.get(id) !== undefined && (await queueForLater(profile, isWanted))) return;
  const before = confirmedLikes.get(id) ?? profile.did_like_profile;
  if (isWanted) likedHere.add(id);
  const intent: LatestWinsState<boolean> = { confirmed: before, wanted: isWanted };
  runningLikes.set(id, intent);
  showLike(client, id, isWanted);
  try {
    await sendLatest(intent, async (wanted) => {
      const isMatch = await sendLike(id, wanted, quotedBlocks.get(id) ?? null);
      if (wanted && isMatch && intent.wanted) announceOwnMatch(profile);
    });
    if (intent.confirmed !== before) updateLikesListLater(client, profile, intent.confirmed);
  } catch (error) {
    if (!isRetryable(error) || !(await queueForLater(profile, intent.wanted))) throw error;
    // The queue shows no sheet, so the match is told by the toast.
    likedHere.delete(id);
    intent.confirmed = intent.wanted;
  } finally {
    runningLikes.delete(id);
    quotedBlocks.delete(id);
    showConfirmed(client, id, intent.confirmed);
  }
}
