import { type QueryFunctionContext, useQuery } from '@tanstack/react-query';
import type { User } from '#contract/account';
import { getUser } from '#contract/account';
import { logOut } from '#contract/session';
import { CallError, call, onRefusal } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { keys } from '../api/query-keys.ts';
import { askNewest } from '../api/race-safe-query.ts';
import { boot } from '../boot/boot.ts';
import { setPurgeDue } from '../offline/storage-owner.ts';
import { createStore, useStore } from '../platform/store.ts';
import { keptFlag } from '../platform/stored-flag.ts';

export type EndReason = 'signed_out' | 'banned' | 'logged_out' | 'deleted';
/** The team has closed an account; why, where it said so. */
interface Ban {
  readonly reason: string | null;
}
export interface Session {
  readonly isLoggingOut: boolean;
  /** Why the last session of this page ended; null while one runs and before any ended. */
  readonly ended: EndReason | null;
  /** Counts the sessions that ended here, so that nothing on screen outlives its member. */
  readonly epoch: number;
  /** The account that was met here last is banned; `ended` says whether this browser still carries its session. */
  readonly ban: Ban | null;
}

/** That a member has logged out and the server may not have heard of it: its cookie would bring them back. */
const LEAVING = 'leaving';
const leaving = keptFlag(LEAVING);
export const isLeaving = leaving.isOn;

const LOGGING_OUT_MS = 1000;
const BOOT_IS_FRESH_MS = 5000;

const isBannedHere = boot.user === 'banned';
const session = createStore<Session>({
  isLoggingOut: false,
  ended: isBannedHere ? 'banned' : null,
  epoch: 0,
  ban: isBannedHere ? { reason: boot.ban_reason ?? null } : null,
});
type Cleanup = (memberId: string, reason: EndReason) => unknown;
const cleanups = new Set<Cleanup>();

/** Runs when a member's session ends on this page: their timers go with it, and what they left here if they meant to leave. */
export function onSignOut(cleanup: Cleanup): () => void {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

export const currentUser = (): User | null => queryClient.getQueryData<User | null>(keys.user) ?? null;

/** While the member leaves, the first word of it may be an event or a refused call. */
let leavingAs: 'logged_out' | 'deleted' | null = null;

function endSession(told: EndReason): void {
  const reason = told === 'signed_out' ? (leavingAs ?? told) : told;
  const member = currentUser();
  queryClient.setQueryData<User | null>(keys.user, null);
  const { epoch, ended, ban } = session.get();
  const isNews = member !== null || reason === 'banned' || ended === 'banned';
  session.set({
    ...session.get(),
    ended: isNews ? reason : ended,
    ban: reason === 'banned' ? ban : null,
    epoch: member ? epoch + 1 : epoch,
  });
  if (!member) return;
  setPurgeDue({ member: member.id, hasLeft: reason !== 'signed_out' });
  void queryClient.cancelQueries({ predicate: (query) => query.queryKey[0] !== 'user' });
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'user' });
  for (const cleanup of cleanups) void Promise.resolve(cleanup(member.id, reason)).catch((error: unknown) => console.warn(error));
}

/** A refusal named the ban of an account; its page says why. */
export const noteBan = ({ details }: CallError): void => session.set({ ...session.get(), ban: { reason: details.reason ?? null } });

/** Ends the session on the server, where it may have ended already. */
async function endOnServer(): Promise<void> {
  try {
    await call(logOut, {});
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'signed_out') throw error;
  }
  leaving.set(false);
}

/** The cookie of this browser has become another member's: the one before has left without a word to this page. */
function meet(user: User): void {
  const before = currentUser();
  if (!before || before.id === user.id) return;
  endSession('logged_out');
  session.set({ ...session.get(), ended: null });
}

/** Another tab of this browser has heard that a session is over; it has done what is to be done about it, and may have begun the next. */
export function endElsewhere(member: string, reason: EndReason): void {
  if (currentUser()?.id === member) endSession(reason === 'logged_out' ? 'signed_out' : reason);
}

async function fetchUser(context: QueryFunctionContext): Promise<User | null> {
  if (leaving.isOn()) await endOnServer();
  try {
    const { user } = await askNewest(getUser, {}, context);
    meet(user);
    return user;
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 403) throw error;
    if (error.code === 'banned') noteBan(error);
    endSession(error.code === 'banned' ? 'banned' : 'signed_out');
    return null;
  }
}

export const userQuery = { queryKey: keys.user, queryFn: fetchUser, staleTime: BOOT_IS_FRESH_MS, gcTime: Number.POSITIVE_INFINITY };

if (boot.user !== 'unknown') {
  queryClient.setQueryData<User | null>(keys.user, typeof boot.user === 'string' || leaving.isOn() ? null : boot.user);
}

/** The member from the server, whatever the cache says. */
export const refreshUser = (): Promise<User | null> => queryClient.fetchQuery({ ...userQuery, staleTime: 0 });

/** The same by a call that begins now: the answer of one that is on its way may be from before what has just happened, and is asked for again. */
export function askUserAnew(): Promise<User | null> {
  void queryClient.invalidateQueries({ queryKey: keys.user, refetchType: 'none' });
  return refreshUser();
}

/** A logout that the server has not heard of is said again, now and whenever the network is back. */
export function finishLeaving(): void {
  const finish = () => leaving.isOn() && void refreshUser().catch((error: unknown) => console.warn(error));
  window.addEventListener('online', finish);
  finish();
}

/** Whoever signs in, or saves, is told more than a look that is still on its way will tell. */
export function signIn(user: User): void {
  void dropLooks();
  leaving.set(false);
  session.set({ ...session.get(), ended: null, ban: null });
  queryClient.setQueryData<User | null>(keys.user, user);
}

/** A look at the member that is still on its way would bring them back. */
const dropLooks = () => queryClient.cancelQueries({ queryKey: keys.user });

/**
 * Ends the session. If the call fails, the session ends on this page all the same, and the call is made again before the page next asks who
 * is signed in (docs/product.md, "Logging out").
 */
export async function signOut(): Promise<void> {
  session.set({ ...session.get(), isLoggingOut: true });
  setTimeout(() => session.set({ ...session.get(), isLoggingOut: false }), LOGGING_OUT_MS);
  leavingAs = 'logged_out';
  leaving.set(true);
  const member = currentUser();
  if (member) setPurgeDue({ member: member.id, hasLeft: true });
  await endOnServer().catch((error: unknown) => console.warn(error));
  await dropLooks();
  endSession('logged_out');
  leavingAs = null;
}

/** Leaves for good: where the account is gone, its session ends on this page as after a logout; a refusal changes nothing. */
export async function signOutForGood(erase: () => Promise<unknown>): Promise<void> {
  leavingAs = 'deleted';
  try {
    await erase();
    await dropLooks();
    endSession('deleted');
  } finally {
    leavingAs = null;
  }
}

/** The reason was shown or acted upon. */
export const forgetEnding = (): void => session.set({ ...session.get(), ended: null });

export function useUser(): User | null {
  return useQuery({ ...userQuery, staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: false }).data ?? null;
}

export function useSession(): Session & { user: User | null } {
  return { ...useStore(session), user: useUser() };
}

onRefusal((endpoint, error) => {
  const isLost = error.code === 'signed_out' || error.code === 'banned';
  const isPolled = endpoint.isPolled === true && error.status === 403;
  if (endpoint !== getUser && (isLost || isPolled) && currentUser()) void refreshUser().catch(() => undefined);
});
