import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import type { LikesAnswer } from '#contract/likes';
import type { ProfileCard } from '#contract/profile';
import { patchAnswer } from '../../api/cache-update.ts';
import { CallError } from '../../api/call.ts';
import { errorSentence } from '../../api/error-text.ts';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../api/query-keys.ts';
import { i18n, loadTexts } from '../../i18n/i18n.ts';
import { records } from '../../offline/database.ts';
import { get, update } from '../../offline/key-value.ts';
import { putUnconfirmed, readUnconfirmed } from '../../offline/write-ahead.ts';
import { type LockTurn, withLock } from '../../platform/locks.ts';
import { orNothing } from '../../platform/safe-storage.ts';
import { currentUser, onSignOut } from '../../session/user.ts';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { cachedCard, patchMember } from '../cache/cached-cards.ts';
import { isForLater, sendLike, waitingLikes } from './pending-likes.ts';

const Waiting = v.object({ isWanted: v.boolean(), name: v.string() });
type Waiting = v.InferOutput<typeof Waiting>;
const Queue = v.record(v.string(), Waiting);
type Queue = v.InferOutput<typeof Queue>;

/** Milliseconds between two tries while no event says that the network is back. */
const RETRY_MS = 30_000;

const queueIn = (stored: unknown): Queue => (v.is(Queue, stored) ? stored : {});
const nameOf = (member: string) => `likes/${member}`;

/** The members whose waiting likes are shown at present. */
let shown: readonly string[] = [];
let timer = 0;

/** The queue of a member: what the database has, overridden by what is not confirmed to be in it. */
async function read(member: string): Promise<Queue> {
  const name = nameOf(member);
  return { ...queueIn(await orNothing(() => get<unknown>(name, records().bounded))), ...queueIn(readUnconfirmed(name)) };
}

const setUnconfirmed = (name: string, queue: Queue) => putUnconfirmed(name, Object.keys(queue).length > 0 ? queue : undefined);

/** Changes a member's queue: at once in localStorage, then in the database, and then drops from localStorage what the database has. */
async function change(member: string, act: (queue: Queue) => Queue): Promise<void> {
  const name = nameOf(member);
  const unconfirmed = queueIn(readUnconfirmed(name));
  const changed = act(unconfirmed);
  setUnconfirmed(name, changed);
  await orNothing(async () => {
    await update<unknown>(name, (stored) => act({ ...queueIn(stored), ...unconfirmed }), records().bounded);
    const isNewer = ([id, { isWanted }]: [string, Waiting]) => changed[id]?.isWanted !== isWanted;
    setUnconfirmed(name, Object.fromEntries(Object.entries(queueIn(readUnconfirmed(name))).filter(isNewer)));
  });
}

/** Shows the waiting likes of all tabs. A like that no longer waits is shown as the cached answers say. */
function showWaiting(queue: Queue): void {
  for (const id of shown) if (!(id in queue)) waitingLikes.hold(id, null);
  for (const [id, { isWanted }] of Object.entries(queue)) waitingLikes.hold(id, isWanted);
  shown = Object.keys(queue);
}

/** Removes a like that was sent, unless the opposite is wanted by now. */
const without =
  (id: string, { isWanted }: Waiting) =>
  (queue: Queue) => {
    const { [id]: current, ...others } = queue;
    return current?.isWanted === isWanted ? others : queue;
  };

async function sayRefused(name: string, error: unknown): Promise<void> {
  await loadTexts(['cards']).catch((loadError: unknown) => console.warn(loadError));
  showToast({ tone: 'danger', title: i18n.t('like_failed', { ns: 'cards', name }), text: errorSentence(error) });
}

/** The session has ended. The like stays in the queue until its member signs in again. */
const isSessionOver = (error: unknown) => error instanceof CallError && error.code === 'signed_out';

/** Changes the cached list of likes and its totals after a like or unlike, and marks it to be fetched when it is next shown. */
export function recordLike(client: QueryClient, card: ProfileCard, isLiked: boolean): void {
  const likedCard = { ...card, did_like_profile: true, liked_at: new Date().toISOString() };
  patchAnswer<LikesAnswer>(client, keys.likes, (likes) => {
    const step = isLiked ? 1 : -1;
    const likesMe = likes.liked_by.some(({ id }) => id === card.id);
    const isListed = likes.profiles.some(({ id }) => id === card.id);
    return {
      ...likes,
      profiles: isLiked && !isListed ? [likedCard, ...likes.profiles] : likes.profiles,
      totals: { ...likes.totals, profiles: likes.totals.profiles + step, matches: likes.totals.matches + (likesMe ? step : 0) },
    };
  });
  void client.invalidateQueries({ queryKey: keys.likes, refetchType: 'none' });
}

/** Sends one like. Resolves to true if it was sent or refused, false if it has to wait longer. */
async function settleOne(id: string, waiting: Waiting): Promise<boolean> {
  const card = cachedCard(queryClient, id);
  try {
    await sendLike(id, waiting.isWanted);
    patchMember(queryClient, id, { did_like_profile: waiting.isWanted });
    if (card) recordLike(queryClient, card, waiting.isWanted);
    else void queryClient.invalidateQueries({ queryKey: keys.likes });
  } catch (error) {
    if (isForLater(error) || isSessionOver(error)) return false;
    patchMember(queryClient, id, { did_like_profile: !waiting.isWanted });
    void sayRefused(waiting.name, error);
  }
  return true;
}

/** Sends the queue, one like after the other. The queue is read anew for each, so that the last press counts. */
async function sendAll(member: string): Promise<void> {
  for (;;) {
    const queue = await read(member);
    showWaiting(queue);
    const [first] = Object.entries(queue);
    if (!first || currentUser()?.id !== member) return;
    if (!(await settleOne(...first))) return again();
    await change(member, without(...first));
  }
}

/** Schedules the next try. */
function again(): void {
  clearTimeout(timer);
  timer = window.setTimeout(sendWaiting, RETRY_MS);
}

/** Sends the waiting likes of the signed-in member, also those of earlier pages. One tab sends; the others try again later. */
export function sendWaiting(): void {
  clearTimeout(timer);
  const member = currentUser()?.id;
  if (!member) return;
  const sendUnlessHeld = async ({ isHeldElsewhere }: LockTurn) => ((await isHeldElsewhere()) ? again() : sendAll(member));
  withLock(nameOf(member), sendUnlessHeld).catch((error: unknown) => console.warn(error));
}

/** Queues and shows a like or unlike. It replaces a waiting one of the same member. Does nothing without a session. */
export async function queueLike(id: string, waiting: Waiting): Promise<void> {
  const member = currentUser()?.id;
  if (!member) return;
  waitingLikes.hold(id, waiting.isWanted);
  shown = [...shown, id];
  await change(member, (queue) => ({ ...queue, [id]: waiting }));
  again();
}

/** Sends waiting likes now and whenever the network is back, until the returned function is called. */
export function followLikes(): () => void {
  addEventListener('online', sendWaiting);
  sendWaiting();
  return () => {
    removeEventListener('online', sendWaiting);
    clearTimeout(timer);
  };
}

onSignOut(() => {
  clearTimeout(timer);
  showWaiting({});
});
