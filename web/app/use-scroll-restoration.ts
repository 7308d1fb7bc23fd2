import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { readItem, writeItem } from '../platform/web-storage.ts';
import { onSignOut } from '../session/user.ts';
import { animateFrom } from '../ui/motion.ts';
import { scrollOfShell } from './prerender/prerendered-shell.ts';

const KEY = 'scroll-positions';
const MAX_POSITIONS = 50;
/** How long to wait for a page to become tall enough, in milliseconds. */
const RESTORE_TIMEOUT_MS = 3000;

/** The router's key of history entries that it did not make: the page load, and plain links to a place in the page. */
const NO_KEY = 'default';

type Positions = Record<string, number>;

function readPositions(): Positions {
  try {
    return JSON.parse(readItem(KEY, 'session') ?? '{}');
  } catch {
    return {};
  }
}

let positions: Positions = readPositions();
onSignOut(() => {
  positions = {};
});

/** Without storage the positions last as long as the page. */
function storePositions(): void {
  writeItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(positions).slice(-MAX_POSITIONS))), 'session');
}

/**
 * Scrolls to `y` as soon as the page is tall enough, unless the reader scrolls, types or taps first. Returns the function that cancels it.
 */
function restoreScroll(y: number): () => void {
  const timeout = AbortSignal.timeout(RESTORE_TIMEOUT_MS);
  const growth = new ResizeObserver(() => attempt());
  const stop = () => {
    growth.disconnect();
    for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown']) removeEventListener(type, stop);
  };
  const attempt = () => {
    scrollTo(0, y);
    // While the prerendered shell is above the app, the height of the page is not that of the app.
    if (Math.abs(scrollY - y) < 2 && !document.querySelector('.prerendered-shell')) stop();
  };
  for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown']) addEventListener(type, stop, { passive: true });
  timeout.addEventListener('abort', stop);
  growth.observe(document.body);
  return stop;
}

/** The part of the site that a path belongs to: "chats" for `/chats/abc`. */
const sectionOf = (pathname: string) => pathname.split('/')[1];

/** Fades the page in, which can be used meanwhile. */
function fadeIn(): void {
  const content = document.getElementById('content');
  if (content) animateFrom(content, { opacity: 0 });
}

/** Calls `callback` when the next frame has been painted. */
function afterNextFrame(callback: () => void): void {
  requestAnimationFrame(() => setTimeout(callback));
}

/** Moves the focus to the heading of the page, unless something in the page has it. */
function focusPage(): void {
  const content = document.getElementById('content');
  if (!content || (document.activeElement !== document.body && content.contains(document.activeElement))) return;
  const heading = content.querySelector('h1') ?? content;
  heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
}

/** Restores the scroll position on back and forward; a new page starts at the top, or at its hash, and gets the focus. */
export function useScrollRestoration(): void {
  const { key, pathname, search, hash } = useLocation();
  const entry = key === NO_KEY ? `${pathname}${search}${hash}` : key;
  const navigationType = useNavigationType();
  const previousPath = useRef<string | null>(null);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    addEventListener('pagehide', storePositions);
    return () => removeEventListener('pagehide', storePositions);
  }, []);

  useLayoutEffect(() => {
    const isFirst = previousPath.current === null;
    const isOtherPage = previousPath.current !== pathname;
    const isOtherSection = sectionOf(previousPath.current ?? '') !== sectionOf(pathname);
    previousPath.current = pathname;
    const remember = () => {
      positions[entry] = scrollY;
    };
    addEventListener('scroll', remember, { passive: true });
    const isInPage = key === NO_KEY && !isFirst && !isOtherPage;
    // A reader who has scrolled the prerendered shell stays there.
    if (isFirst && !hash && scrollOfShell() > 0) positions[entry] = scrollOfShell();
    const stop = scrollFor({ entry, hash, isBack: navigationType === 'POP', isInPage, isOtherPage });
    // A new page starts at its top, any other new or replaced entry with the current position. Reading that takes a layout.
    const startsAtTop = isOtherPage && !hash;
    if (navigationType !== 'POP' && startsAtTop) positions[entry] = 0;
    else if (navigationType !== 'POP') remember();
    if (!isFirst && isOtherPage) afterNextFrame(focusPage);
    if (!isFirst && isOtherSection) fadeIn();
    return () => {
      stop?.();
      removeEventListener('scroll', remember);
    };
  }, [entry, key, pathname, hash, navigationType]);
}

interface EntryChange {
  entry: string;
  hash: string;
  isBack: boolean;
  /** Reached by a plain link to a place in the same page. */
  isInPage: boolean;
  isOtherPage: boolean;
}

/** Scrolls for a new history entry. Returns the function that cancels a restoration, if one is under way. */
function scrollFor({ entry, hash, isBack, isInPage, isOtherPage }: EntryChange): (() => void) | undefined {
  // The browser has scrolled there by itself.
  if (isBack && isInPage) return undefined;
  if (isBack && (entry in positions || !hash)) return restoreScroll(positions[entry] ?? 0);
  const section = hash ? document.getElementById(hash.slice(1)) : null;
  // A section that is still being loaded is scrolled to by its screen, which expects the top of the page until then.
  if (section) section.scrollIntoView();
  else if (isOtherPage) scrollTo(0, 0);
  return undefined;
}
