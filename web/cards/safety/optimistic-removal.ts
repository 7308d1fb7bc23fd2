import type { Query, QueryClient } from '@tanstack/react-query';
import { afterFetch, updateCachedAnswer } from '../../api/cache-update.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { isJsonObject, type JsonObject } from '../cache/cached-cards.ts';
import { insertionIndex, orderWithRemoved } from './list-order.ts';

/** The fields of answers that are lists of members: of searches, likes and chats. */
const LISTS = ['profiles', 'liked_by', 'chats'] as const;
type ListName = (typeof LISTS)[number];

/** Which cached lists a removal changes: `searches`, or also likes and chats (`everywhere`). */
export type RemovalScope = 'searches' | 'everywhere';
const isSearch = ([root, , part]: readonly unknown[]) => root === 'search' || part === 'similar';
const LIKES_AND_CHATS: readonly unknown[] = [queryKeys.likes, queryKeys.chats, queryKeys.olderChats].map(([root]) => root);
const isLikesOrChats = ([root]: readonly unknown[]) => LIKES_AND_CHATS.includes(root);

/** A list item that was removed, and from which list. */
interface RemovedItem {
  readonly query: Query;
  /** Where the list is within the answer, such as `pages.0.profiles`. */
  readonly path: string;
  readonly name: ListName;
  readonly item: JsonObject;
}

/** The ids of each list before the first removal, in order, by query and by the list's path. */
const ordersBefore = new WeakMap<Query, Map<string, readonly string[]>>();

/** The card of a list item, which is a card itself or a chat with its card. */
const cardIn = (item: JsonObject) => (isJsonObject(item.profile) ? item.profile : item);

/** The id of the member that a list item is about. Null for anything else. */
function memberOf(item: unknown): string | null {
  if (!isJsonObject(item)) return null;
  const card = cardIn(item);
  return 'did_like_profile' in card && typeof card.id === 'string' ? card.id : null;
}

const idsOf = (list: readonly unknown[]) => list.flatMap((item) => memberOf(item) ?? []);

/** Returns a changed copy of a list, or the same list if nothing changes. */
type ListEdit = (list: readonly unknown[], path: string, name: ListName) => readonly unknown[];

/** Copies a value with its lists edited and its totals adjusted. Parts that no edit changes keep their identity. */
function editLists(value: unknown, edit: ListEdit, path = ''): unknown {
  if (Array.isArray(value)) {
    const next = value.map((part: unknown, i) => editLists(part, edit, `${path}${i}.`));
    return next.some((part, i) => part !== value[i]) ? next : value;
  }
  if (!isJsonObject(value)) return value;
  let next = value;
  for (const name of LISTS) {
    const list = value[name];
    if (!Array.isArray(list)) continue;
    const changed = edit(list, `${path}${name}`, name);
    if (changed !== list) next = withTotals({ ...next, [name]: changed }, name, list, changed);
  }
  if (!Array.isArray(value.pages)) return next;
  const pages = editLists(value.pages, edit, `${path}pages.`);
  return pages === value.pages ? next : { ...next, pages };
}

/** Adds `step` to a count, which stays at least 0. Anything but a number is returned as it is. */
const addToCount = (number: unknown, step: number) => (typeof number === 'number' ? Math.max(0, number + step) : number);

/** Adjusts the totals beside a list after one member was removed or inserted. */
function withTotals(bag: JsonObject, name: ListName, before: readonly unknown[], after: readonly unknown[]): JsonObject {
  const step = after.length - before.length;
  const [longer, shorter] = step < 0 ? [before, after] : [after, before];
  const [item] = longer.filter((candidate) => !shorter.includes(candidate)).filter(isJsonObject);
  if ('total' in bag) return { ...bag, total: addToCount(bag.total, step) };
  if (!isJsonObject(bag.totals)) return bag;
  const totals = { ...bag.totals, [name]: addToCount(bag.totals[name], step) };
  if (name === 'liked_by' && item?.did_like_profile === true) totals.matches = addToCount(totals.matches, step);
  if (item?.like_new === true) totals.new_likes = addToCount(totals.new_likes, step);
  return { ...bag, totals };
}

/** Adjusts the number of results in every page of a search after `item` was removed or inserted. */
function withNumResults(value: unknown, step: number, item: JsonObject): unknown {
  if (!isJsonObject(value)) return value;
  if (Array.isArray(value.pages)) return { ...value, pages: value.pages.map((page: unknown) => withNumResults(page, step, item)) };
  const { paging } = value;
  if (!isJsonObject(paging)) return value;
  const fictionalStep = cardIn(item).is_fictional === true ? step : 0;
  const counts = { num_results: addToCount(paging.num_results, step), num_fictional: addToCount(paging.num_fictional, fictionalStep) };
  return { ...value, paging: { ...paging, ...counts } };
}

const setCached = (client: QueryClient, query: Query, value: unknown) =>
  updateCachedAnswer(client, query.queryKey, () => value, { updatedAt: query.state.dataUpdatedAt });

/** Whether two paths are pages of one list: their last parts are equal. */
const isSameList = (one: string, other: string) => one.split('.').at(-1) === other.split('.').at(-1);

interface CurrentList {
  readonly path: string;
  readonly name: ListName;
  readonly ids: readonly string[];
}

/** Every list of an answer with its present ids. */
function listsIn(value: unknown): CurrentList[] {
  const lists: CurrentList[] = [];
  editLists(value, (list, path, name) => {
    lists.push({ path, name, ids: idsOf(list) });
    return list;
  });
  return lists;
}

/** Removes the ids of one page from the known orders of the other pages: a member who has moved is on one page only. */
function forgetMoved(known: Map<string, readonly string[]>, herePath: string, ids: readonly string[]): void {
  for (const [path, order] of known) {
    if (path === herePath || !isSameList(path, herePath)) continue;
    const remaining = order.filter((id) => !ids.includes(id));
    known.set(path, remaining);
  }
}

/** Removes a member from the lists of one query. Returns the removed items. */
function removeFromQuery(client: QueryClient, query: Query, id: string): RemovedItem[] {
  const taken: RemovedItem[] = [];
  const known = ordersBefore.get(query) ?? new Map<string, readonly string[]>();
  const edit: ListEdit = (list, path, name) => {
    const item = list.find((candidate) => memberOf(candidate) === id);
    if (!isJsonObject(item)) return list;
    taken.push({ query, path, name, item });
    known.set(path, orderWithRemoved(known.get(path) ?? [], idsOf(list)));
    return list.filter((candidate) => candidate !== item);
  };
  for (const { path, ids } of listsIn(query.state.data)) forgetMoved(known, path, ids);
  const without = editLists(query.state.data, edit);
  const [first] = taken;
  if (!first) return taken;
  ordersBefore.set(query, known);
  setCached(client, query, withNumResults(without, -1, first.item));
  return taken;
}

/** The present path of a list, which changes when pages are inserted before it. It is found by an id that it had. */
function currentPath(lists: readonly CurrentList[], { path }: RemovedItem, order: readonly string[]): string {
  const isSame = ({ ids }: CurrentList) => ids.some((id) => order.includes(id));
  return (lists.find((list) => list.path === path && isSame(list)) ?? lists.find(isSame))?.path ?? path;
}

/** Inserts a removed item into its list again, unless the query was replaced or lists the member already. */
function restoreItem(client: QueryClient, taken: RemovedItem, id: string): void {
  const { query, name, item } = taken;
  // The query was removed from the cache and fetched again: its answer comes from the server.
  if (client.getQueryCache().get(query.queryHash) !== query) return;
  const value = query.state.data;
  const lists = listsIn(value).filter((list) => list.name === name);
  if (lists.some(({ ids }) => ids.includes(id))) return;
  const order = ordersBefore.get(query)?.get(taken.path) ?? [];
  const path = currentPath(lists, taken, order);
  const restored = editLists(value, (list, listPath) =>
    listPath === path ? list.toSpliced(insertionIndex(idsOf(list), id, order), 0, item) : list,
  );
  if (restored !== value) setCached(client, query, withNumResults(restored, 1, item));
}

/**
 * Removes a member from every cached list within reach, and from those being fetched. The returned function puts them back where they were,
 * also if the lists have changed meanwhile.
 */
export function removeOptimistically(client: QueryClient, id: string, reach: RemovalScope): () => void {
  const queries = client.getQueryCache().getAll();
  const isWithin = ({ queryKey }: Query) => isSearch(queryKey) || (reach === 'everywhere' && isLikesOrChats(queryKey));
  const taken: RemovedItem[] = [];
  let isRestored = false;
  for (const query of queries.filter(isWithin)) {
    const remove = () => {
      if (!isRestored) taken.push(...removeFromQuery(client, query, id));
    };
    remove();
    afterFetch(query, remove);
  }
  return () => {
    isRestored = true;
    for (const removed of taken) restoreItem(client, removed, id);
  };
}
