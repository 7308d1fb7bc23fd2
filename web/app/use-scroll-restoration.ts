import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { onSignOut } from '../session/user.ts';
import { scrolledShell } from './prerender/prerendered-shell.ts';

const KEY = 'scroll-positions';
const KEPT = 50;
/** A page that is still growing gets so long to become tall enough. */
const PATIENCE_MS = 3000;

/** The router gives entries of its own a key; one that was loaded, or a plain link to a place in the page, has none. */
const NO_KEY = 'default';

type Positions = Record<string, number>;

function readPositions(): Positions {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

let positions: Positions = readPositions();
onSignOut(() => {
  positions = {};
});

function keepPositions(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(positions).slice(-KEPT))));
  } catch {
    // Without storage the positions last as long as the page.
  }
}

/** Goes back to where the reader was, as soon as the page is tall enough, unless they move first. */
function returnTo(y: number): () => void {
  const timeout = AbortSignal.timeout(PATIENCE_MS);
  const growth = new ResizeObserver(() => attempt());
  const stop = () => {
    growth.disconnect();
    for (const sign of ['wheel', 'touchstart', 'keydown', 'pointerdown']) removeEventListener(sign, stop);
  };
  const attempt = () => {
    scrollTo(0, y);
    // Above the app the shell makes the page as tall as it was, until it gives way.
    if (Math.abs(scrollY - y) < 2 && !document.querySelector('.look')) stop();
  };
  for (const sign of ['wheel', 'touchstart', 'keydown', 'pointerdown']) addEventListener(sign, stop, { passive: true });
  timeout.addEventListener('abort', stop);
  growth.observe(document.body);
  return stop;
}

function focusPage(): void {
  const content = document.getElementById('content');
  if (!content || (document.activeElement !== document.body && content.contains(document.activeElement))) return;
  const heading = content.querySelector('h1') ?? content;
  heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
}

/** Back and forward keep the scroll; a new page starts at the top (or at its hash) and takes the focus. */
export function useScroll(): void {
  const { key, pathname, search, hash } = useLocation();
  const entry = key === NO_KEY ? `${pathname}${search}${hash}` : key;
  const way = useNavigationType();
  const before = useRef<string | null>(null);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    addEventListener('pagehide', keepPositions);
    return () => removeEventListener('pagehide', keepPositions);
  }, []);

  useLayoutEffect(() => {
    const isFirst = before.current === null;
    const isOtherPage = before.current !== pathname;
    before.current = pathname;
    const remember = () => {
      positions[entry] = scrollY;
    };
    addEventListener('scroll', remember, { passive: true });
    const isInPage = key === NO_KEY && !isFirst && !isOtherPage;
    // Whoever has scrolled the prerendered shell stays there.
    if (isFirst && !hash && scrolledShell() > 0) positions[entry] = scrolledShell();
    const stop = scrollFor({ entry, hash, isBack: way === 'POP', isInPage, isOtherPage });
    // An entry that takes the place of another begins where the reader is.
    if (way !== 'POP') remember();
    if (!isFirst && isOtherPage) focusPage();
    return () => {
      stop?.();
      removeEventListener('scroll', remember);
    };
  }, [entry, key, pathname, hash, way]);
}

interface Arrival {
  entry: string;
  hash: string;
  isBack: boolean;
  /** By a plain link to a place in the page. */
  isInPage: boolean;
  isOtherPage: boolean;
}

function scrollFor({ entry, hash, isBack, isInPage, isOtherPage }: Arrival): (() => void) | undefined {
  // The browser has gone there by itself.
  if (isBack && isInPage) return undefined;
  if (isBack && (entry in positions || !hash)) return returnTo(positions[entry] ?? 0);
  if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  else if (isOtherPage) scrollTo(0, 0);
  return undefined;
}
