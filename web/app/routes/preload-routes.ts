import { pageAt } from '#contract/pages/page-routes';
import { preloadScreen } from './routes.tsx';

const MAX_PARALLEL = 4;
let runningPreloads = 0;

/** The page that the link around an event target leads to; null without a link or outside this site. */
function pageUnder(target: EventTarget | null) {
  const link = target instanceof Element ? target.closest('a') : null;
  return link && link.origin === location.origin && !link.hasAttribute('download') ? pageAt(link.pathname) : null;
}

function preload({ target }: Event): void {
  const name = pageUnder(target);
  if (!name || runningPreloads >= MAX_PARALLEL) return;
  runningPreloads += 1;
  const done = () => {
    runningPreloads -= 1;
  };
  preloadScreen(name).then(done, done);
}

/** Preloads a screen when a link to it is pointed at, touched or focused, at most four at a time. */
export function preloadRoutes(): void {
  for (const type of ['pointerover', 'touchstart', 'focusin']) document.addEventListener(type, preload, { passive: true });
}
