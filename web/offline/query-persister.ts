import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import * as v from 'valibot';
import { listChats } from '#contract/chat';
import { DAY } from '#contract/durations';
import { LikesAnswer } from '#contract/likes';
import { SearchAnswer } from '#contract/members';
import { NotificationsAnswer } from '#contract/notifications';
import { Profile } from '#contract/profile';
import { writeOnLeaving } from '../platform/page-lifecycle.ts';
import { safely } from '../platform/safe-storage.ts';
import { storeAnswers } from './answer-store.ts';
import { entries } from './key-value.ts';
import { purgeOtherMembers } from './purge-member-storage.ts';
import { mayShowAnswersOf } from './storage-owner.ts';
import {
  BOOT_KEY,
  CONFIRMED_KEY,
  isConfirmedLately,
  isStoredAnswer,
  OWNER_KEY,
  type StoredAnswer,
  storedAnswers,
  toStoredAnswer,
} from './stored-answers.ts';

/** Changes within this many milliseconds are written together. */
const WRITE_MS = 1000;
/** Restored answers stay in the query cache for a day, so that they can be shown while the page has no connection. */
const RESTORED_CACHE_MS = DAY;

const pagesOf = (page: v.GenericSchema) => v.object({ pages: v.array(page), pageParams: v.array(v.unknown()) });

/**
 * The stored queries by the first part of their key, with the greatest number of stored answers of each. Stored answers are parsed, because
 * an older build may have stored another shape.
 */
const PERSISTED_QUERIES: Readonly<Record<string, { readonly schema: v.GenericSchema; readonly maxEntries: number }>> = {
  chats: { schema: listChats.output, maxEntries: 1 },
  likes: { schema: v.union([LikesAnswer, pagesOf(LikesAnswer)]), maxEntries: 4 },
  notifications: { schema: v.union([NotificationsAnswer, pagesOf(NotificationsAnswer)]), maxEntries: 1 },
  profile: { schema: Profile, maxEntries: 60 },
  search: { schema: pagesOf(SearchAnswer), maxEntries: 1 },
};

/** How the answer of a query is stored; undefined if it is not. Of searches only the one without chosen filters is stored. */
const ruleFor = ([kind, which, ...rest]: QueryKey) =>
  typeof kind === 'string' && rest.length === 0 && (kind !== 'search' || which === null) ? PERSISTED_QUERIES[kind] : undefined;

const FirstPage = v.object({ pages: v.tuple([v.unknown()]), pageParams: v.tuple([v.unknown()]) });

/** The part of an answer that is stored: of a search its first page, else everything. */
function storedPartOf([kind]: QueryKey, answer: unknown): unknown {
  const first = kind === 'search' ? v.safeParse(FirstPage, answer) : null;
  return first?.success ? first.output : answer;
}

/** The query key that the name of an entry stands for; null if its name is no query key. */
function queryKeyOf(name: string): QueryKey | null {
  try {
    return v.parse(v.array(v.nullable(v.string())), JSON.parse(name));
  } catch {
    return null;
  }
}

/** All entries of the answer store by name, not yet parsed. */
export type StoredEntries = ReadonlyMap<string, unknown>;

/** Reads the answer store, without a time limit. Empty if storage is blocked, its owner is signed out, or not confirmed for a day. */
export async function readStoredEntries(): Promise<StoredEntries> {
  const stored = new Map((await safely(() => entries<unknown>(storedAnswers().unbounded))) ?? []);
  const owner = stored.get(OWNER_KEY);
  const isShown = typeof owner === 'string' && mayShowAnswersOf(owner) && isConfirmedLately(stored.get(CONFIRMED_KEY));
  return isShown ? stored : new Map();
}

/**
 * Source of the boot data to store. `read` returns null while the member is not signed in; `follow` calls the listener at each change and
 * each answer about the account. `confirmedAt`: when the server last confirmed the session, in ms; null if it has not on this page.
 */
export interface BootSource {
  readonly read: () => unknown;
  readonly confirmedAt: () => number | null;
  readonly follow: (listener: () => void) => () => void;
}

/**
 * Puts a member's stored answers into the query cache with their original time, for a page that started without the server. Answers that
 * are in the cache already stay.
 */
export function restoreAnswers(queryClient: QueryClient, member: string, stored: StoredEntries): void {
  for (const kind of Object.keys(PERSISTED_QUERIES)) queryClient.setQueryDefaults([kind], { gcTime: RESTORED_CACHE_MS });
  if (stored.get(OWNER_KEY) !== member) return;
  for (const [name, answer] of stored) {
    const key = queryKeyOf(name);
    const rule = key && ruleFor(key);
    if (!rule || !isStoredAnswer(answer) || queryClient.getQueryData(key) !== undefined) continue;
    const parsed = v.safeParse(rule.schema, answer.data);
    if (parsed.success) queryClient.setQueryData(key, parsed.output, { updatedAt: answer.at });
  }
}

/** Deletes the oldest answers of each kind that has too many. */
async function dropSurplus(put: (name: string, answer: null) => void): Promise<void> {
  const all = (await safely(() => entries<unknown>(storedAnswers().unbounded))) ?? [];
  const byKind = Object.groupBy(all, ([name]) => String(queryKeyOf(name)?.[0]));
  const storedAt = ([, stored]: [string, unknown]) => (isStoredAnswer(stored) ? stored.at : 0);
  for (const [kind, answers = []] of Object.entries(byKind)) {
    const maxEntries = PERSISTED_QUERIES[kind]?.maxEntries ?? Number.POSITIVE_INFINITY;
    for (const [name] of answers.toSorted((a, b) => storedAt(b) - storedAt(a)).slice(maxEntries)) put(name, null);
  }
}

/** Collects changes and writes them together after a second, or at `flush`. Write errors are ignored: storage may be full or blocked. */
function writerOf(member: string) {
  const changes = new Map<string, StoredAnswer | null>();
  let timer = 0;
  const flush = () => {
    clearTimeout(timer);
    timer = 0;
    if (changes.size === 0) return;
    const written = [...changes];
    changes.clear();
    void safely(() => storeAnswers(member, written));
  };
  const put = (name: string, answer: StoredAnswer | null) => {
    changes.set(name, answer);
    timer ||= window.setTimeout(flush, WRITE_MS);
  };
  return { put, flush };
}

/** Deletes what other members left, then stores this member's answers and boot data until the returned function is called. */
export function startPersisting(queryClient: QueryClient, member: string, boot: BootSource): () => void {
  let stop: (() => void) | null = null;
  let isStopped = false;
  const start = async () => {
    await purgeOtherMembers(member);
    if (!isStopped) stop = persistAnswers(queryClient, member, boot);
  };
  void start();
  return () => {
    isStopped = true;
    stop?.();
  };
}

function persistAnswers(queryClient: QueryClient, member: string, boot: BootSource): () => void {
  const { put, flush } = writerOf(member);
  const saveBoot = () => {
    const current = boot.read();
    if (current === null) return;
    put(BOOT_KEY, toStoredAnswer(current));
    const confirmedAt = boot.confirmedAt();
    if (confirmedAt !== null) put(CONFIRMED_KEY, toStoredAnswer(true, confirmedAt));
  };
  const save = ({ queryKey, state }: Query) => {
    if (ruleFor(queryKey) && state.data !== undefined)
      put(JSON.stringify(queryKey), toStoredAnswer(storedPartOf(queryKey, state.data), state.dataUpdatedAt));
  };
  const cache = queryClient.getQueryCache();
  const stopFollowing = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') save(event.query);
  });
  const stopFollowingBoot = boot.follow(saveBoot);
  for (const query of cache.getAll()) save(query);
  saveBoot();
  void dropSurplus(put);
  document.addEventListener('visibilitychange', flush);
  const stopWriting = writeOnLeaving(flush);
  return () => {
    flush();
    stopWriting();
    stopFollowing();
    stopFollowingBoot();
    document.removeEventListener('visibilitychange', flush);
  };
}
