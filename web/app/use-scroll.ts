import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const KEY = 'scroll-positions';
const KEPT = 50;
/** A page that is still growing gets so long to become tall enough. */
const PATIENCE_MS = 3000;

type Positions = Record<string, number>;

function readPositions(): Positions {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

const positions: Positions = readPositions();

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
    if (Math.abs(scrollY - y) < 2) stop();
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
  const { key, pathname, hash } = useLocation();
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
      positions[key] = scrollY;
    };
    addEventListener('scroll', remember, { passive: true });
    const stop = scrollFor({ key, hash, isBack: way === 'POP', isFirst, isOtherPage });
    // An entry that takes the place of another begins where the reader is.
    if (way !== 'POP') remember();
    if (!isFirst && isOtherPage) focusPage();
    return () => {
      stop?.();
      removeEventListener('scroll', remember);
    };
  }, [key, pathname, hash, way]);
}

/** The router gives entries of its own a key; a plain link to a place in the page makes one without. */
const NO_KEY = 'default';

interface Arrival {
  key: string;
  hash: string;
  isBack: boolean;
  isFirst: boolean;
  isOtherPage: boolean;
}

function scrollFor({ key, hash, isBack, isFirst, isOtherPage }: Arrival): (() => void) | undefined {
  const isInPage = isBack && key === NO_KEY && !isFirst && !isOtherPage;
  // The browser has gone there by itself.
  if (isInPage) return undefined;
  if (isBack && (key in positions || !hash)) return returnTo(positions[key] ?? 0);
  if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  else if (isOtherPage) scrollTo(0, 0);
  return undefined;
}
