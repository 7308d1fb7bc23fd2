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

/** When nothing says that the network is back. */
const RETRY_MS = 30_000;

const queueIn = (stored: unknown): Queue => (v.is(Queue, stored) ? stored : {});
const nameOf = (member: string) => `likes/${member}`;

let shown: readonly string[] = [];
let timer = 0;

async function read(member: string): Promise<Queue> {
  const name = nameOf(member);
  return { ...queueIn(await orNothing(() => get<unknown>(name, records().bounded))), ...queueIn(readUnconfirmed(name)) };
}

const setUnconfirmed = (name: string, queue: Queue) => putUnconfirmed(name, Object.keys(queue).length > 0 ? queue : undefined);

async function change(member: string, act: (queue: Queue) => Queue): Promise<void> {
  const name = nameOf(member);
  const held = queueIn(readUnconfirmed(name));
  const after = act(held);
  setUnconfirmed(name, after);
  await orNothing(async () => {
    await update<unknown>(name, (stored) => act({ ...queueIn(stored), ...held }), records().bounded);
    const isNewer = ([id, { isWanted }]: [string, Waiting]) => after[id]?.isWanted !== isWanted;
    setUnconfirmed(name, Object.fromEntries(Object.entries(queueIn(readUnconfirmed(name))).filter(isNewer)));
  });
}

/** Shows what waits, whichever tab it was said in; what waits no longer is as the caches have it. */
function showWaiting(queue: Queue): void {
  for (const id of shown) if (!(id in queue)) waitingLikes.hold(id, null);
  for (const [id, { isWanted }] of Object.entries(queue)) waitingLikes.hold(id, isWanted);
  shown = Object.keys(queue);
}

/** Takes out what was sent, unless something else is wanted by now. */
const without =
  (id: string, { isWanted }: Waiting) =>
  (queue: Queue) => {
    const { [id]: now, ...others } = queue;
    return now?.isWanted === isWanted ? others : queue;
  };

async function sayRefused(name: string, error: unknown): Promise<void> {
  await loadTexts(['cards']).catch((missing: unknown) => console.warn(missing));
  showToast({ tone: 'danger', title: i18n.t('like_failed', { ns: 'cards', name }), text: errorSentence(error) });
}

/** Its member finds it waiting when they come back. */
const isSessionOver = (error: unknown) => error instanceof CallError && error.code === 'signed_out';

/** Keeps the list of likes true after one was given or taken back, until it is next read from the server. */
export function recordLike(client: QueryClient, card: ProfileCard, isLiked: boolean): void {
  const liked = { ...card, did_like_profile: true, liked_at: new Date().toISOString() };
  patchAnswer<LikesAnswer>(client, keys.likes, (likes) => {
    const step = isLiked ? 1 : -1;
    const likesMe = likes.liked_by.some(({ id }) => id === card.id);
    const isListed = likes.profiles.some(({ id }) => id === card.id);
    return {
      ...likes,
      profiles: isLiked && !isListed ? [liked, ...likes.profiles] : likes.profiles,
      totals: { ...likes.totals, profiles: likes.totals.profiles + step, matches: likes.totals.matches + (likesMe ? step : 0) },
    };
  });
  void client.invalidateQueries({ queryKey: keys.likes, refetchType: 'none' });
}

/** Sends one; true when it is settled, either way. */
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

/** One after the other, from one tab only; each as it was said last. */
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

function again(): void {
  clearTimeout(timer);
  timer = window.setTimeout(sendWaiting, RETRY_MS);
}

/** Sends the likes that wait of the member who is here: those of an earlier page, too. */
export function sendWaiting(): void {
  clearTimeout(timer);
  const member = currentUser()?.id;
  if (!member) return;
  const send = async ({ isHeldElsewhere }: LockTurn) => ((await isHeldElsewhere()) ? again() : sendAll(member));
  withLock(nameOf(member), send).catch((error: unknown) => console.warn(error));
}

/** Keeps what is wanted until it could be sent, and shows it from now on; what was wanted of the same member before is forgotten. */
export async function queueLike(id: string, waiting: Waiting): Promise<void> {
  const member = currentUser()?.id;
  if (!member) return;
  waitingLikes.hold(id, waiting.isWanted);
  shown = [...shown, id];
  await change(member, (queue) => ({ ...queue, [id]: waiting }));
  again();
}

/** Goes on with what waits when the network is back, until the returned function is called. */
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
