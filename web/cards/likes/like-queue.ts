import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import type { LikesAnswer } from '#contract/likes';
import type { ProfileCard } from '#contract/profile';
import { QuotedBlock } from '#contract/quotes';
import { updateCachedAnswer } from '../../api/cache-update.ts';
import { CallError } from '../../api/call.ts';
import { errorSentence } from '../../api/error-text.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { i18n, loadTexts } from '../../i18n/i18n.ts';
import { recordDatabase } from '../../offline/database.ts';
import { get, update } from '../../offline/key-value.ts';
import { putUnstored, readUnstored } from '../../offline/write-ahead.ts';
import { type LockTurn, withLock } from '../../platform/locks.ts';
import { safely } from '../../platform/safe-storage.ts';
import { currentUser, onSignOut } from '../../session/user.ts';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { cachedCard, patchMember } from '../cache/cached-cards.ts';
import { isRetryable, queuedLikes, sendLike } from './queued-likes.ts';

const QueuedLike = v.object({ isWanted: v.boolean(), name: v.string(), about: v.optional(v.nullable(QuotedBlock), null) });
type QueuedLike = v.InferOutput<typeof QueuedLike>;
const LikeQueue = v.record(v.string(), QueuedLike);
type LikeQueue = v.InferOutput<typeof LikeQueue>;

/** Milliseconds between two tries while no event says that the network is back. */
const RETRY_MS = 30_000;

const parseQueue = (stored: unknown): LikeQueue => {
  const parsed = v.safeParse(LikeQueue, stored);
  return parsed.success ? parsed.output : {};
};
const queueKeyOf = (member: string) => `likes/${member}`;

/** The members whose queued likes are shown at present. */
let shownIds: readonly string[] = [];
let timer = 0;

/** The queue of a member: what the database has, overridden by what is not confirmed to be in it. */
async function readQueue(member: string): Promise<LikeQueue> {
  const name = queueKeyOf(member);
  return { ...parseQueue(await safely(() => get<unknown>(name, recordDatabase().bounded))), ...parseQueue(readUnstored(name)) };
}

const setUnstored = (name: string, queue: LikeQueue) => putUnstored(name, Object.keys(queue).length > 0 ? queue : undefined);

/** Changes a member's queue: at once in localStorage, then in the database, and then drops from localStorage what the database has. */
async function changeQueue(member: string, act: (queue: LikeQueue) => LikeQueue): Promise<void> {
  const name = queueKeyOf(member);
  const unstored = parseQueue(readUnstored(name));
  const changed = act(unstored);
  setUnstored(name, changed);
  await safely(async () => {
    await update<unknown>(name, (stored) => act({ ...parseQueue(stored), ...unstored }), recordDatabase().bounded);
    const isNewer = ([id, { isWanted }]: [string, QueuedLike]) => changed[id]?.isWanted !== isWanted;
    setUnstored(name, Object.fromEntries(Object.entries(parseQueue(readUnstored(name))).filter(isNewer)));
  });
}

/** Shows the queued likes of all tabs. A like that no longer waits is shown as the cached answers say. */
function showQueuedLikes(queue: LikeQueue): void {
  for (const id of shownIds) if (!(id in queue)) queuedLikes.set(id, null);
  for (const [id, { isWanted }] of Object.entries(queue)) queuedLikes.set(id, isWanted);
  shownIds = Object.keys(queue);
}

/** Removes a like that was sent, unless the opposite is wanted by now. */
const withoutSent =
  (id: string, { isWanted }: QueuedLike) =>
  (queue: LikeQueue) => {
    const { [id]: current, ...others } = queue;
    return current?.isWanted === isWanted ? others : queue;
  };

async function showRefusedToast(name: string, error: unknown): Promise<void> {
  await loadTexts(['cards']).catch((loadError: unknown) => console.warn(loadError));
  showToast({ tone: 'danger', title: i18n.t('like_failed', { ns: 'cards', name }), text: errorSentence(error) });
}

/** The session has ended, or too many likes were given. The like stays in the queue until its member signs in again or the limit ends. */
const isToBeKept = (error: unknown) => error instanceof CallError && (error.code === 'signed_out' || error.code === 'too_many');

/** Milliseconds until the next try after a failed one. */
const retryMsAfter = (error: unknown): number => Math.max(RETRY_MS, error instanceof CallError ? (error.retryAfter ?? 0) * 1000 : 0);

/** Changes the cached list of likes and its totals after a like or unlike, and marks it to be fetched when it is next shown. */
export function updateLikesList(client: QueryClient, card: ProfileCard, isLiked: boolean): void {
  const likedCard = { ...card, did_like_profile: true, liked_at: new Date().toISOString() };
  updateCachedAnswer<LikesAnswer>(client, queryKeys.likes, (likes) => {
    const step = isLiked ? 1 : -1;
    const likesMe = likes.liked_by.some(({ id }) => id === card.id);
    const isListed = likes.profiles.some(({ id }) => id === card.id);
    return {
      ...likes,
      profiles: isLiked && !isListed ? [likedCard, ...likes.profiles] : likes.profiles,
      totals: { ...likes.totals, profiles: likes.totals.profiles + step, matches: likes.totals.matches + (likesMe ? step : 0) },
    };
  });
  void client.invalidateQueries({ queryKey: queryKeys.likes, refetchType: 'none' });
}

/** Sends one like. Resolves to null if it was sent or refused, otherwise to the milliseconds that it has to wait. */
async function sendOne(id: string, like: QueuedLike): Promise<number | null> {
  const card = cachedCard(queryClient, id);
  try {
    await sendLike(id, like.isWanted, like.about);
    patchMember(queryClient, id, { did_like_profile: like.isWanted });
    if (card) updateLikesList(queryClient, card, like.isWanted);
    else void queryClient.invalidateQueries({ queryKey: queryKeys.likes });
  } catch (error) {
    if (isRetryable(error) || isToBeKept(error)) return retryMsAfter(error);
    patchMember(queryClient, id, { did_like_profile: !like.isWanted });
    void showRefusedToast(like.name, error);
  }
  return null;
}

/** Sends the queue, one like after the other. The queue is read anew for each, so that the last press counts. */
async function sendAll(member: string): Promise<void> {
  for (;;) {
    const queue = await readQueue(member);
    showQueuedLikes(queue);
    const [first] = Object.entries(queue);
    if (!first || currentUser()?.id !== member) return;
    const waitMs = await sendOne(...first);
    if (waitMs !== null) return scheduleRetry(waitMs);
    await changeQueue(member, withoutSent(...first));
  }
}

/** Schedules the next try. */
function scheduleRetry(waitMs = RETRY_MS): void {
  clearTimeout(timer);
  timer = window.setTimeout(sendQueuedLikes, waitMs);
}

/** Sends the queued likes of the signed-in member, also those of earlier pages. One tab sends; the others try again later. */
export function sendQueuedLikes(): void {
  clearTimeout(timer);
  const member = currentUser()?.id;
  if (!member) return;
  const sendUnlessHeld = async ({ isHeldElsewhere }: LockTurn) => ((await isHeldElsewhere()) ? scheduleRetry() : sendAll(member));
  withLock(queueKeyOf(member), sendUnlessHeld).catch((error: unknown) => console.warn(error));
}

/** Queues and shows a like or unlike. It replaces a queued one of the same member. Does nothing without a session. */
export async function queueLike(id: string, like: QueuedLike): Promise<void> {
  const member = currentUser()?.id;
  if (!member) return;
  queuedLikes.set(id, like.isWanted);
  shownIds = [...shownIds, id];
  await changeQueue(member, (queue) => ({ ...queue, [id]: like }));
  scheduleRetry();
}

/** Sends queued likes now and whenever the network is back, until the returned function is called. */
export function startLikeQueue(): () => void {
  addEventListener('online', sendQueuedLikes);
  sendQueuedLikes();
  return () => {
    removeEventListener('online', sendQueuedLikes);
    clearTimeout(timer);
  };
}

onSignOut(() => {
  clearTimeout(timer);
  showQueuedLikes({});
});
