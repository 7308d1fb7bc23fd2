import type { Query, QueryClient } from '@tanstack/react-query';
import { patchAnswer } from '../../api/cache-update.ts';
import { type Bag, isBag, whenAnswered } from '../cache/cached-cards.ts';
import { lastingOrder, placeIn } from './list-order.ts';

/** The lists that hold members, in answers of search, likes and chats. */
const LISTS = ['profiles', 'liked_by', 'chats'] as const;
type ListName = (typeof LISTS)[number];

export type Reach = 'searches' | 'everywhere';
const isSearch = ([root, , part]: readonly unknown[]) => root === 'search' || part === 'similar';
const isMeeting = ([root]: readonly unknown[]) => root === 'likes' || root === 'chats' || root === 'older-chats';

interface Taken {
  readonly query: Query;
  readonly path: string;
  readonly name: ListName;
  readonly item: Bag;
}

/** In which order a list stood before the first was taken out of it, by its place in the answer. */
const orders = new WeakMap<Query, Map<string, readonly string[]>>();

/** Whom an item of a list is about: a card, or a chat with its card. */
function memberOf(item: unknown): string | null {
  if (!isBag(item)) return null;
  const card = isBag(item.profile) ? item.profile : item;
  return 'did_like_profile' in card && typeof card.id === 'string' ? card.id : null;
}

const idsOf = (list: readonly unknown[]) => list.flatMap((item) => memberOf(item) ?? []);

type Edit = (list: readonly unknown[], path: string, name: ListName) => readonly unknown[];

/** The same value with its lists edited and its numbers of members in step; what no edit touches keeps its identity. */
function edited(value: unknown, edit: Edit, path = ''): unknown {
  if (Array.isArray(value)) {
    const next = value.map((part: unknown, i) => edited(part, edit, `${path}${i}.`));
    return next.some((part, i) => part !== value[i]) ? next : value;
  }
  if (!isBag(value)) return value;
  let next = value;
  for (const name of LISTS) {
    const list = value[name];
    if (!Array.isArray(list)) continue;
    const changed = edit(list, `${path}${name}`, name);
    if (changed !== list) next = recounted({ ...next, [name]: changed }, name, list, changed);
  }
  if (!Array.isArray(value.pages)) return next;
  const pages = edited(value.pages, edit, `${path}pages.`);
  return pages === value.pages ? next : { ...next, pages };
}

const plus = (number: unknown, step: number) => (typeof number === 'number' ? Math.max(0, number + step) : number);

/** The totals beside a list after a member went or came. */
function recounted(bag: Bag, name: ListName, before: readonly unknown[], after: readonly unknown[]): Bag {
  const step = after.length - before.length;
  const [longer, shorter] = step < 0 ? [before, after] : [after, before];
  const [item] = longer.filter((one) => !shorter.includes(one)).filter(isBag);
  if ('total' in bag) return { ...bag, total: plus(bag.total, step) };
  if (!isBag(bag.totals)) return bag;
  const totals = { ...bag.totals, [name]: plus(bag.totals[name], step) };
  if (name === 'liked_by' && item?.did_like_profile === true) totals.matches = plus(totals.matches, step);
  if (item?.like_new === true) totals.new_likes = plus(totals.new_likes, step);
  return { ...bag, totals };
}

/** Every page of a search tells how many it found. */
function refound(value: unknown, step: number): unknown {
  if (!isBag(value)) return value;
  if (Array.isArray(value.pages)) return { ...value, pages: value.pages.map((page: unknown) => refound(page, step)) };
  const { paging } = value;
  return isBag(paging) ? { ...value, paging: { ...paging, num_results: plus(paging.num_results, step) } } : value;
}

const keep = (client: QueryClient, query: Query, value: unknown) =>
  patchAnswer(client, query.queryKey, () => value, { updatedAt: query.state.dataUpdatedAt });

/** Pages of one list. */
const sameList = (one: string, other: string) => one.split('.').at(-1) === other.split('.').at(-1);

interface ListNow {
  readonly path: string;
  readonly name: ListName;
  readonly ids: readonly string[];
}

/** Every list of an answer as it stands. */
function listsIn(value: unknown): ListNow[] {
  const lists: ListNow[] = [];
  edited(value, (list, path, name) => {
    lists.push({ path, name, ids: idsOf(list) });
    return list;
  });
  return lists;
}

/** Who stands in this list now has no place in another one, whatever page they were on before. */
function forgetMoved(known: Map<string, readonly string[]>, here: string, ids: readonly string[]): void {
  for (const [path, order] of known) {
    if (path !== here && sameList(path, here))
      known.set(
        path,
        order.filter((id) => !ids.includes(id)),
      );
  }
}

function takeFrom(client: QueryClient, query: Query, id: string): Taken[] {
  const taken: Taken[] = [];
  const known = orders.get(query) ?? new Map<string, readonly string[]>();
  const edit: Edit = (list, path, name) => {
    const item = list.find((one) => memberOf(one) === id);
    if (!isBag(item)) return list;
    taken.push({ query, path, name, item });
    known.set(path, lastingOrder(known.get(path) ?? [], idsOf(list)));
    return list.filter((one) => one !== item);
  };
  for (const { path, ids } of listsIn(query.state.data)) forgetMoved(known, path, ids);
  const without = edited(query.state.data, edit);
  if (taken.length === 0) return taken;
  orders.set(query, known);
  keep(client, query, refound(without, -1));
  return taken;
}

/** Where a list stands now that may have moved since, as pages come before it. */
function pathNow(lists: readonly ListNow[], { path }: Taken, order: readonly string[]): string {
  const isSame = ({ ids }: ListNow) => ids.some((id) => order.includes(id));
  return (lists.find((list) => list.path === path && isSame(list)) ?? lists.find(isSame))?.path ?? path;
}

function putInto(client: QueryClient, taken: Taken, id: string): void {
  const { query, name, item } = taken;
  // What was asked anew since is the server's to fill.
  if (client.getQueryCache().get(query.queryHash) !== query) return;
  const value = query.state.data;
  const lists = listsIn(value).filter((list) => list.name === name);
  if (lists.some(({ ids }) => ids.includes(id))) return;
  const order = orders.get(query)?.get(taken.path) ?? [];
  const path = pathNow(lists, taken, order);
  const whole = edited(value, (list, at) => (at === path ? list.toSpliced(placeIn(idsOf(list), id, order), 0, item) : list));
  if (whole !== value) keep(client, query, refound(whole, 1));
}

/** Takes a member out of every cached list within reach, at once. What it gives back puts them where they stood, whatever came and went meanwhile. */
export function takeOut(client: QueryClient, id: string, reach: Reach): () => void {
  const queries = client.getQueryCache().getAll();
  const isWithin = ({ queryKey }: Query) => isSearch(queryKey) || (reach === 'everywhere' && isMeeting(queryKey));
  const taken: Taken[] = [];
  let isPutBack = false;
  for (const query of queries.filter(isWithin)) {
    const take = () => void (isPutBack || taken.push(...takeFrom(client, query, id)));
    take();
    whenAnswered(query, take);
  }
  return () => {
    isPutBack = true;
    for (const one of taken) putInto(client, one, id);
  };
}
