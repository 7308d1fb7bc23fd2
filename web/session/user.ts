import { type QueryClient, type QueryFunctionContext, useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/account';
import { getUser } from '#contract/account';
import { logOut } from '#contract/session';
import { CallError, call, onRefusal } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { raceSafeCall } from '../api/race-safe-query.ts';
import { boot } from '../boot/boot.ts';
import { discardInitialAnswers } from '../boot/initial-answers.ts';
import { markForPurge } from '../offline/storage-owner.ts';
import { createStore, type Store, useStore } from '../platform/store.ts';
import { createStoredFlag } from '../platform/stored-flag.ts';

/** Why a session ended. `expired`: the server no longer knows it, because its time is over or it was ended on another device. */
export type EndReason = 'expired' | 'banned' | 'logged_out' | 'deleted';
/** A ban by the operator, with the reason if one was given. */
interface Ban {
  readonly reason: string | null;
}
export interface Session {
  /** Whether a logout is shown as under way: for one second after it was requested (docs/product.md, "Logging out"). */
  readonly isLogoutShown: boolean;
  /** Why the last session of this page ended; null during a session and before any has ended. */
  readonly endReason: EndReason | null;
  /** The number of sessions that ended on this page; used as a React key, so that no component state survives its member. */
  readonly epoch: number;
  /** The ban of the account that was last used here, or null. The session of this browser is banned only if `endReason` is `banned`. */
  readonly ban: Ban | null;
}

/** Key of the flag that a logout may not have reached the server, so that the session cookie may still be valid. */
const LOGOUT_PENDING = 'leaving';
const logoutPending = createStoredFlag(LOGOUT_PENDING);
export const isLogoutPending = logoutPending.isOn;

const LOGOUT_SHOWN_MS = 1000;
const BOOT_IS_FRESH_MS = 5000;

const isBannedHere = boot.user === 'banned';
const session = createStore<Session>({
  isLogoutShown: false,
  endReason: isBannedHere ? 'banned' : null,
  epoch: 0,
  ban: isBannedHere ? { reason: boot.ban_reason ?? null } : null,
});
let confirmedAt: number | null = typeof boot.user === 'object' ? Date.now() : null;

/** When the server last confirmed the session of this page, in ms; null if there is none or it has not yet. */
export const sessionConfirmedAt = (): number | null => confirmedAt;
/** Takes over when an earlier page or another tab had the session confirmed, unless this page had it confirmed later. */
export const recordConfirmation = (at: number): void => {
  confirmedAt = Math.max(at, confirmedAt ?? at);
};

type Cleanup = (memberId: string, reason: EndReason) => unknown;
const cleanups = new Set<Cleanup>();

/** Calls `cleanup` when a member's session ends on this page, for timers and stored data, until the returned function is called. */
export function onSignOut(cleanup: Cleanup): () => void {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

onSignOut(discardInitialAnswers);

/** The signed-in user in the cache; null if nobody is signed in or it is not known. */
export const currentUser = (): User | null => queryClient.getQueryData<User | null>(queryKeys.user) ?? null;

/**
 * The reason while a logout or deletion is under way: its first sign may be an event or a refused call, which would report `expired`.
 */
let pendingEndReason: 'logged_out' | 'deleted' | null = null;

/** Ends the session on this page: clears the cache, marks stored data for the purge and runs the cleanups. */
function endSession(reported: EndReason): void {
  const reason = reported === 'expired' ? (pendingEndReason ?? reported) : reported;
  const member = currentUser();
  queryClient.setQueryData<User | null>(queryKeys.user, null);
  confirmedAt = null;
  const { epoch, endReason, ban } = session.get();
  const isChange = member !== null || reason === 'banned' || endReason === 'banned';
  session.set({
    ...session.get(),
    endReason: isChange ? reason : endReason,
    ban: reason === 'banned' ? ban : null,
    epoch: member ? epoch + 1 : epoch,
  });
  if (!member) return;
  markForPurge({ member: member.id, deletesUnsent: reason !== 'expired' });
  void queryClient.cancelQueries({ predicate: (query) => query.queryKey[0] !== 'user' });
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'user' });
  for (const cleanup of cleanups) void Promise.resolve(cleanup(member.id, reason)).catch((error: unknown) => console.warn(error));
}

/** Records the ban that a refusal reports, for the ban page. */
export const recordBan = ({ details }: CallError): void => session.set({ ...session.get(), ban: { reason: details.reason ?? null } });

/** Ends the session on the server; also succeeds if it has ended already. Throws CallError. */
async function endOnServer(): Promise<void> {
  try {
    await call(logOut, {});
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'signed_out') throw error;
  }
  logoutPending.set(false);
}

/** Ends the session of the present member if the server has answered with another one, who has signed in in another tab. */
function endIfOtherMember(user: User): void {
  const present = currentUser();
  if (!present || present.id === user.id) return;
  endSession('logged_out');
  session.set({ ...session.get(), endReason: null });
}

/**
 * To be called when another tab reports the end of a member's session. A logout counts as `expired` here: the other tab has already
 * purged the data, and may have started the next session.
 */
export function endSessionFromOtherTab(member: string, reason: EndReason): void {
  if (currentUser()?.id === member) endSession(reason === 'logged_out' ? 'expired' : reason);
}

async function fetchUser(context: QueryFunctionContext): Promise<User | null> {
  if (logoutPending.isOn()) await endOnServer();
  try {
    const { user } = await raceSafeCall(getUser, {}, context);
    endIfOtherMember(user);
    confirmedAt = Date.now();
    return user;
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 403) throw error;
    if (error.code === 'banned') recordBan(error);
    endSession(error.code === 'banned' ? 'banned' : 'expired');
    return null;
  }
}

export const userQuery = { queryKey: queryKeys.user, queryFn: fetchUser, staleTime: BOOT_IS_FRESH_MS, gcTime: Number.POSITIVE_INFINITY };

/**
 * Puts the user of the boot data into the cache, before anything reads it. A call of its own, because the first look into localStorage takes
 * long, and all modules are evaluated in one task.
 */
export function takeUserFromBoot(): void {
  if (boot.user === 'unknown') return;
  queryClient.setQueryData<User | null>(queryKeys.user, typeof boot.user === 'string' || logoutPending.isOn() ? null : boot.user);
}

/**
 * Loads the user from the server, even if the cache is fresh. Joins a call that is in flight. Null if nobody is signed in. Throws
 * CallError.
 */
export const refreshUser = (): Promise<User | null> => queryClient.fetchQuery({ ...userQuery, staleTime: 0 });

/** `refreshUser`, but not with the answer of a call already in flight, which may predate what has just happened: that call is repeated. */
export function refetchUser(): Promise<User | null> {
  void queryClient.invalidateQueries({ queryKey: queryKeys.user, refetchType: 'none' });
  return refreshUser();
}

/** Repeats a logout that has not reached the server, now and whenever the network returns. */
export function retryLogout(): void {
  const finish = () => logoutPending.isOn() && void refreshUser().catch((error: unknown) => console.warn(error));
  window.addEventListener('online', finish);
  finish();
}

/**
 * Starts the session of `user` on this page, after a login or a sign-up. A call for the user that is in flight is cancelled, as it may be
 * older.
 */
export function startSession(user: User): void {
  void cancelUserCalls();
  logoutPending.set(false);
  session.set({ ...session.get(), endReason: null, ban: null });
  confirmedAt = Date.now();
  queryClient.setQueryData<User | null>(queryKeys.user, user);
}

/**
 * Replaces the signed-in user by `user`, the answer to a saved change, unless their session has ended since. A call for the user that is in
 * flight is cancelled, as it may be older.
 */
export function updateSignedInUser(user: User): void {
  if (currentUser()?.id !== user.id) return;
  void cancelUserCalls();
  queryClient.setQueryData<User | null>(queryKeys.user, user);
}

/** Cancels calls for the user that are in flight: their answer would overwrite a newer user, or undo a logout. */
const cancelUserCalls = () => queryClient.cancelQueries({ queryKey: queryKeys.user });

/**
 * Ends the session. If the call fails, the session ends on this page all the same, and the call is made again before the page next asks who
 * is signed in (docs/product.md, "Logging out").
 */
export async function signOut(): Promise<void> {
  session.set({ ...session.get(), isLogoutShown: true });
  setTimeout(() => session.set({ ...session.get(), isLogoutShown: false }), LOGOUT_SHOWN_MS);
  pendingEndReason = 'logged_out';
  logoutPending.set(true);
  const member = currentUser();
  if (member) markForPurge({ member: member.id, deletesUnsent: true });
  await endOnServer().catch((error: unknown) => console.warn(error));
  await cancelUserCalls();
  endSession('logged_out');
  pendingEndReason = null;
}

/** Deletes the account by `erase`, then ends the session on this page. If `erase` throws, nothing changes and the error is rethrown. */
export async function signOutAfterDeletion(erase: () => Promise<unknown>): Promise<void> {
  pendingEndReason = 'deleted';
  try {
    await erase();
    await cancelUserCalls();
    endSession('deleted');
  } finally {
    pendingEndReason = null;
  }
}

/** To be called when the end of the session has been shown or acted upon: sets `endReason` to null. */
export const clearEndReason = (): void => session.set({ ...session.get(), endReason: null });

const userStores = new WeakMap<QueryClient, Store<User | null>>();

/** The cached user as a store. Each card asks for the user several times, and an observer of the query for each would take longer than the card. */
function userStoreOf(client: QueryClient): Store<User | null> {
  const known = userStores.get(client);
  if (known) return known;
  const cached = () => client.getQueryData<User | null>(queryKeys.user) ?? null;
  const store = createStore(cached());
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === queryKeys.user[0]) store.set(cached());
  });
  userStores.set(client, store);
  return store;
}

/** The signed-in user; null if nobody is signed in or it is not known yet. */
export const useUser = (): User | null => useStore(userStoreOf(useQueryClient()));

/** Asks the server who is signed in, but only if nothing is cached, or the cached user is invalidated. For the root of the app. */
export function useUserQuery(): void {
  useQuery({ ...userQuery, staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: false });
}

export function useSession(): Session & { user: User | null } {
  return { ...useStore(session), user: useUser() };
}

// Asks who is signed in when another call is refused because the session is lost, or a polled call is forbidden.
onRefusal((endpoint, error) => {
  const isLost = error.code === 'signed_out' || error.code === 'banned';
  const isPolled = endpoint.isPolled === true && error.status === 403;
  if (endpoint !== getUser && (isLost || isPolled) && currentUser()) void refreshUser().catch(() => undefined);
});
