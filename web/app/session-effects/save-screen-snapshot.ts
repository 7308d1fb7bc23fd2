import type { Query } from '@tanstack/react-query';
import { PAGES, type PageName, pageAt } from '#contract/pages/page-routes';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../api/query-keys.ts';
import { boot, isBarePage } from '../../boot/boot.ts';
import { putKept } from '../../offline/answer-store.ts';
import { type KeptScreen, screenName } from '../../offline/screen-snapshot.ts';
import { asKept } from '../../offline/stored-answers.ts';
import { writeOnLeaving } from '../../platform/page-lifecycle.ts';
import { orNothing } from '../../platform/safe-storage.ts';

/** The screens whose answers are kept, so that the app takes their place with the same; by the answer that each shows. */
const SCREENS: Readonly<Record<string, PageName>> = {
  [JSON.stringify(keys.search(null))]: 'members',
  [JSON.stringify(keys.likes)]: 'likes',
  [JSON.stringify(keys.chats)]: 'chats',
  [JSON.stringify(keys.notices)]: 'notifications',
};
const KEPT = Object.values(SCREENS);
/** What happens on a screen has been drawn by then. */
const SETTLED_MS = 1500;
const UNSETTLED = '[aria-busy=true], dialog[open], :popover-open, .screen-loading';
/** More of a list than stands in any window. */
const BELOW = ':is(ul, ol) > :nth-child(n + 21)';
/** Of a moment, or what only a script can show; a row that is animated out of its list is gone already. */
const PASSING = '[popover], .toasts, [aria-live], .offline > *, [style*="pointer-events: none"]';

function iconsOf(shown: Element): string {
  const names = new Set([...shown.querySelectorAll('use')].map((use) => use.getAttribute('href')?.slice(1) ?? ''));
  const symbols = [...names].map((name) => document.querySelector(`.sprite symbol[id="${CSS.escape(name)}"]`)?.outerHTML ?? '');
  return `<div class="sprite"><svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">${symbols.join('')}</svg></div>`;
}

/** The screen as HTML: without styles of its own, which the policy of the page does not let in, and with forms that send nothing. */
function htmlOf(app: Element): string {
  const copy = document.createElement('div');
  copy.className = 'look';
  copy.append(app.cloneNode(true));
  for (const element of copy.querySelectorAll(PASSING)) element.remove();
  for (const element of copy.querySelectorAll(BELOW)) element.remove();
  for (const element of copy.querySelectorAll('[style]')) element.removeAttribute('style');
  for (const form of copy.querySelectorAll('form')) form.setAttribute('method', 'dialog');
  return copy.outerHTML.replace(/<\/div>$/, () => `${iconsOf(copy)}</div>`);
}

/** The address that was read last stands for a list which begins at its beginning all the same. */
function isFromItsBeginning(): boolean {
  if (location.search === '') return true;
  const found = queryClient.getQueryData<{ pageParams: readonly { page: number }[] }>(keys.search(null));
  return /^\?page=\d+$/.test(location.search) && found?.pageParams[0]?.page === 1;
}

function screenNow(): KeptScreen | null {
  const app = document.querySelector('#root > .app');
  if (
    !app ||
    !KEPT.some((page) => page === pageAt(location.pathname)) ||
    !isFromItsBeginning() ||
    app.querySelector(UNSETTLED) ||
    !app.querySelector('h1')
  )
    return null;
  const { lang, dataset } = document.documentElement;
  const links = document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
  return {
    ...{ build: boot.build, lang, template: dataset.template ?? '', theme: dataset.theme ?? '' },
    styles: [...links].map(({ href }) => new URL(href).pathname),
    html: htmlOf(app),
  };
}

/** Keeps how a member's screens stand, for the next start from this device to begin with, until the returned function is called. */
export function keepScreens(member: string): () => void {
  const drop = (pages: readonly PageName[]) =>
    void orNothing(() =>
      putKept(
        member,
        pages.map((page) => [screenName(PAGES[page].path), null]),
      ),
    );
  const keep = () => {
    const screen = screenNow();
    if (screen) void orNothing(() => putKept(member, [[screenName(location.pathname), asKept(screen)]]));
  };
  const seen = new Map(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryHash, state }) => [queryHash, state.data]),
  );
  let timer = 0;
  const follow = (changed?: Pick<Query, 'queryHash' | 'state'>) => {
    clearTimeout(timer);
    timer = window.setTimeout(keep, SETTLED_MS);
    const page = changed && SCREENS[changed.queryHash];
    if (!page || seen.get(changed.queryHash) === changed.state.data) return;
    seen.set(changed.queryHash, changed.state.data);
    // Whoever is put aside elsewhere is not to stand there once more, not even for a moment.
    if (page !== pageAt(location.pathname)) drop([page]);
  };
  // What was put aside where nothing kept was read is not known to be gone.
  if (!isBarePage) drop(KEPT);
  follow();
  const stopFollowing = queryClient.getQueryCache().subscribe(({ query }) => follow(query));
  const onHidden = () => document.visibilityState === 'hidden' && keep();
  document.addEventListener('visibilitychange', onHidden);
  const stopWriting = writeOnLeaving(keep);
  return () => {
    clearTimeout(timer);
    stopWriting();
    stopFollowing();
    document.removeEventListener('visibilitychange', onHidden);
  };
}
