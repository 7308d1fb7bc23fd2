import { pageAt } from '#contract/pages/page-routes';
import { preloadScreen } from './routes.tsx';

const AT_ONCE = 4;
let running = 0;

/** The link under a pointer, a finger or the focus, if it leads to a page of ours. */
function pageUnder(target: EventTarget | null) {
  const link = target instanceof Element ? target.closest('a') : null;
  return link && link.origin === location.origin && !link.hasAttribute('download') ? pageAt(link.pathname) : null;
}

function preload({ target }: Event): void {
  const name = pageUnder(target);
  if (!name || running >= AT_ONCE) return;
  running += 1;
  const done = () => {
    running -= 1;
  };
  preloadScreen(name).then(done, done);
}

/** Screens are fetched when a link to them is about to be followed, four at most at a time. */
export function preloadRoutes(): void {
  for (const sign of ['pointerover', 'touchstart', 'focusin']) document.addEventListener(sign, preload, { passive: true });
}
