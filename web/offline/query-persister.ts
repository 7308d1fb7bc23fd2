import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import * as v from 'valibot';
import { listChats } from '#contract/chat';
import { LikesAnswer } from '#contract/likes';
import { SearchAnswer } from '#contract/members';
import { NoticesAnswer } from '#contract/notifications';
import { Profile } from '#contract/profile';
import { writeOnLeaving } from '../platform/page-lifecycle.ts';
import { orNothing } from '../platform/safe-storage.ts';
import { putKept } from './answer-store.ts';
import { entries } from './key-value.ts';
import { takeOver } from './purge-member-storage.ts';
import { isKeptFor } from './storage-owner.ts';
import { asKept, BOOT, isKept, type Kept, keptAnswers, OWNER } from './stored-answers.ts';

/** Changes of a moment are written together. */
const WRITE_MS = 1000;
/** What is kept is shown for as long as the page is open without a connection. */
const KEPT_MS = 24 * 60 * 60_000;

const pagesOf = (page: v.GenericSchema) => v.object({ pages: v.array(page), pageParams: v.array(v.unknown()) });

/** What is kept of the cache, by the first word of its key, and how many of a kind. An answer is read by its schema: one that an older page kept may be of another shape. */
const KINDS: Readonly<Record<string, { readonly schema: v.GenericSchema; readonly most: number }>> = {
  chats: { schema: listChats.output, most: 1 },
  likes: { schema: v.union([LikesAnswer, pagesOf(LikesAnswer)]), most: 4 },
  notices: { schema: v.union([NoticesAnswer, pagesOf(NoticesAnswer)]), most: 1 },
  profile: { schema: Profile, most: 60 },
  search: { schema: pagesOf(SearchAnswer), most: 1 },
};

/** Of searches the one that is made without choosing. */
const kindOf = ([kind, which, ...more]: QueryKey) =>
  typeof kind === 'string' && more.length === 0 && (kind !== 'search' || which === null) ? KINDS[kind] : undefined;

const FirstPage = v.object({ pages: v.tuple([v.unknown()]), pageParams: v.tuple([v.unknown()]) });

/** What is kept of an answer: of a search, which is long, its first page. */
function worthKeeping([kind]: QueryKey, answer: unknown): unknown {
  const first = kind === 'search' ? v.safeParse(FirstPage, answer) : null;
  return first?.success ? first.output : answer;
}

function keyIn(name: string): QueryKey | null {
  try {
    return v.parse(v.array(v.nullable(v.string())), JSON.parse(name));
  } catch {
    return null;
  }
}

/** What this browser keeps of one member, by name, as it was read. */
export type KeptEntries = ReadonlyMap<string, unknown>;

/** All that this browser keeps, however late it is; nothing where storage is blocked, or when its member has left. */
export async function readKept(): Promise<KeptEntries> {
  const found = new Map((await orNothing(() => entries<unknown>(keptAnswers().patient))) ?? []);
  const owner = found.get(OWNER);
  return typeof owner === 'string' && isKeptFor(owner) ? found : new Map();
}

/** What a page begins with that starts without the server. `read` is null while the member is not the one who is signed in; `follow` calls for each change. */
export interface BootSource {
  readonly read: () => unknown;
  readonly follow: (listener: () => void) => () => void;
}

/**
 * Puts what this browser keeps of a member into the cache, as old as it is. For a page that began without the server. Where the server has
 * answered already, its answer stays.
 */
export function restoreAnswers(queryClient: QueryClient, member: string, found: KeptEntries): void {
  for (const kind of Object.keys(KINDS)) queryClient.setQueryDefaults([kind], { gcTime: KEPT_MS });
  if (found.get(OWNER) !== member) return;
  for (const [name, kept] of found) {
    const key = keyIn(name);
    const kind = key && kindOf(key);
    if (!kind || !isKept(kept) || queryClient.getQueryData(key) !== undefined) continue;
    const parsed = v.safeParse(kind.schema, kept.data);
    if (parsed.success) queryClient.setQueryData(key, parsed.output, { updatedAt: kept.at });
  }
}

/** Of each kind the oldest go where there are too many. */
async function dropOutdated(put: (name: string, kept: null) => void): Promise<void> {
  const all = (await orNothing(() => entries<unknown>(keptAnswers().patient))) ?? [];
  const ofKind = Object.groupBy(all, ([name]) => String(keyIn(name)?.[0]));
  const ageOf = ([, one]: [string, unknown]) => (isKept(one) ? one.at : 0);
  for (const [kind, kept = []] of Object.entries(ofKind)) {
    const most = KINDS[kind]?.most ?? Number.POSITIVE_INFINITY;
    for (const [name] of kept.toSorted((a, b) => ageOf(b) - ageOf(a)).slice(most)) put(name, null);
  }
}

/** Writes what changes, a moment later and together; at once when the page is left. A store that is full or blocked keeps nothing. */
function writerOf(member: string) {
  const changes = new Map<string, Kept | null>();
  let timer = 0;
  const flush = () => {
    clearTimeout(timer);
    timer = 0;
    if (changes.size === 0) return;
    const now = [...changes];
    changes.clear();
    void orNothing(() => putKept(member, now));
  };
  const put = (name: string, kept: Kept | null) => {
    changes.set(name, kept);
    timer ||= window.setTimeout(flush, WRITE_MS);
  };
  return { put, flush };
}

/** Keeps what the server answers to this member and nothing of anybody before, until the returned function is called. */
export function startKeeping(queryClient: QueryClient, member: string, boot: BootSource): () => void {
  let end: (() => void) | null = null;
  let isOver = false;
  const start = async () => {
    await takeOver(member);
    if (!isOver) end = keepAnswers(queryClient, member, boot);
  };
  void start();
  return () => {
    isOver = true;
    end?.();
  };
}

function keepAnswers(queryClient: QueryClient, member: string, boot: BootSource): () => void {
  const { put, flush } = writerOf(member);
  const keepBoot = () => {
    const current = boot.read();
    if (current !== null) put(BOOT, asKept(current));
  };
  const keep = ({ queryKey, state }: Query) => {
    if (kindOf(queryKey) && state.data !== undefined)
      put(JSON.stringify(queryKey), asKept(worthKeeping(queryKey, state.data), state.dataUpdatedAt));
  };
  const cache = queryClient.getQueryCache();
  const stopFollowing = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') keep(event.query);
  });
  const stopFollowingBoot = boot.follow(keepBoot);
  for (const query of cache.getAll()) keep(query);
  keepBoot();
  void dropOutdated(put);
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
