import type { Query } from '@tanstack/react-query';
import { PAGES, type PageName, pageAt } from '#contract/pages/page-routes';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { boot, isBarePage } from '../../boot/boot.ts';
import { storeAnswers } from '../../offline/answer-store.ts';
import { type ScreenSnapshot, snapshotName } from '../../offline/screen-snapshot.ts';
import { toStoredAnswer } from '../../offline/stored-answers.ts';
import { writeOnLeaving } from '../../platform/page-lifecycle.ts';
import { safely } from '../../platform/safe-storage.ts';

/**
 * The pages of which snapshots are stored, by the hash of the query that each shows. The same answers are stored, so that the app draws the
 * same.
 */
const PAGE_BY_QUERY: Readonly<Record<string, PageName>> = {
  [JSON.stringify(queryKeys.search(null))]: 'members',
  [JSON.stringify(queryKeys.likes)]: 'likes',
  [JSON.stringify(queryKeys.chats)]: 'chats',
  [JSON.stringify(queryKeys.notifications)]: 'notifications',
};
const SNAPSHOT_PAGES = Object.values(PAGE_BY_QUERY);
/** A snapshot is taken this many milliseconds after the last change of the query cache. */
const SETTLED_MS = 1500;
/** A screen with one of these is loading or shows a dialog; no snapshot is taken. */
const UNSETTLED = '[aria-busy=true], dialog[open], :popover-open, .screen-loading';
/** List entries that begin further down than so many times the height of the window are left out. */
const SNAPSHOT_WINDOWS = 1.5;
/** Elements that are left out: passing ones, those that only a script can show, and rows that are being animated out of their list. */
const TRANSIENT = '[popover], .toasts, [aria-live], .offline-bar > *, [inert]';

/** The sprite of the icons that an element uses. */
function spriteOf(shown: Element): string {
  const names = new Set([...shown.querySelectorAll('use')].map((use) => use.getAttribute('href')?.slice(1) ?? ''));
  const symbols = [...names].map((name) => document.querySelector(`.sprite symbol[id="${CSS.escape(name)}"]`)?.outerHTML ?? '');
  return `<div class="sprite"><svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">${symbols.join('')}</svg></div>`;
}

/** Removes from a copy of the app the list entries that are out of sight when the app is opened, at the top of its page. */
function removeRowsOutOfSight(app: Element, copy: Element): void {
  const copies = copy.querySelectorAll('ul, ol');
  const bottom = innerHeight * SNAPSHOT_WINDOWS - scrollY;
  app.querySelectorAll('ul, ol').forEach((list, i) => {
    const shown = [...list.children].filter((row) => row.getBoundingClientRect().top < bottom).length;
    for (const row of [...(copies[i]?.children ?? [])].slice(shown)) row.remove();
  });
}

/** The app as HTML: without inline styles, which the content security policy forbids, and with forms that cannot be sent. */
function htmlOf(app: Element): string {
  // The pictures of a copy in this document would be loaded, and would hold it.
  const unshown = document.implementation.createHTMLDocument();
  const copy = unshown.createElement('div');
  copy.className = 'prerendered-shell';
  copy.append(unshown.importNode(app, true));
  removeRowsOutOfSight(app, copy);
  for (const element of copy.querySelectorAll(TRANSIENT)) element.remove();
  for (const element of copy.querySelectorAll('[style]')) element.removeAttribute('style');
  for (const form of copy.querySelectorAll('form')) form.setAttribute('method', 'dialog');
  return copy.outerHTML.replace(/<\/div>$/, () => `${spriteOf(copy)}</div>`);
}

/** Whether the list on screen starts at its first entry: without a query, or on a search page number whose first loaded page is 1. */
function startsAtFirstEntry(): boolean {
  if (location.search === '') return true;
  const search = queryClient.getQueryData<{ pageParams: readonly { page: number }[] }>(queryKeys.search(null));
  return /^\?page=\d+$/.test(location.search) && search?.pageParams[0]?.page === 1;
}

/** A snapshot of the screen; null if its page is not stored, it has not settled, or its list does not start at the first entry. */
function takeSnapshot(): ScreenSnapshot | null {
  const app = document.querySelector('#root > .app');
  if (
    !app ||
    !SNAPSHOT_PAGES.some((page) => page === pageAt(location.pathname)) ||
    !startsAtFirstEntry() ||
    app.querySelector(UNSETTLED) ||
    !app.querySelector('h1')
  )
    return null;
  const { lang, dataset } = document.documentElement;
  const links = document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
  return {
    build: boot.build,
    lang,
    template: dataset.template ?? '',
    theme: dataset.theme ?? '',
    styles: [...links].map(({ href }) => new URL(href).pathname),
    html: htmlOf(app),
  };
}

/**
 * Stores snapshots of the member's screens, for the next start of the app on this device, until the returned function is called
 * (docs/product.md, "Last-screen snapshot").
 */
export function saveScreenSnapshots(member: string): () => void {
  const drop = (pages: readonly PageName[]) =>
    void safely(() =>
      storeAnswers(
        member,
        pages.map((page) => [snapshotName(PAGES[page].path), null]),
      ),
    );
  const save = () => {
    const screen = takeSnapshot();
    if (screen) void safely(() => storeAnswers(member, [[snapshotName(location.pathname), toStoredAnswer(screen)]]));
  };
  const lastData = new Map(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryHash, state }) => [queryHash, state.data]),
  );
  let timer = 0;
  const onChange = (changed?: Pick<Query, 'queryHash' | 'state'>) => {
    clearTimeout(timer);
    timer = window.setTimeout(save, SETTLED_MS);
    const page = changed && PAGE_BY_QUERY[changed.queryHash];
    if (!page || lastData.get(changed.queryHash) === changed.state.data) return;
    lastData.set(changed.queryHash, changed.state.data);
    // The list changed while it is not on screen: its snapshot could show a member who has been blocked since.
    if (page !== pageAt(location.pathname)) drop([page]);
  };
  // A page loaded from the server did not read the stored answers, so the snapshots may show members who have been blocked since.
  if (!isBarePage) drop(SNAPSHOT_PAGES);
  onChange();
  const stopFollowing = queryClient.getQueryCache().subscribe(({ query }) => onChange(query));
  const onHidden = () => document.visibilityState === 'hidden' && save();
  document.addEventListener('visibilitychange', onHidden);
  const stopWriting = writeOnLeaving(save);
  return () => {
    clearTimeout(timer);
    stopWriting();
    stopFollowing();
    document.removeEventListener('visibilitychange', onHidden);
  };
}
