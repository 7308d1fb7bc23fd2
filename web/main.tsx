import './pwa/install/install-event.ts';
import './ui/styles/all.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import type { PageName } from '#contract/pages/page-routes';
import { PAGES, pageAt } from '#contract/pages/page-routes';
import { App } from './app/app.tsx';
import { holdToGuards, isOpenToBanned } from './app/guard.tsx';
import { prepareCarryOver, rootFor } from './app/prerender/prerendered-shell.ts';
import { preloadRoutes } from './app/routes/preload-routes.ts';
import { loadScreen } from './app/routes/routes.tsx';
import { boot, isBarePage } from './boot/boot.ts';
import { startTexts } from './i18n/i18n.ts';
import { currentSettings, onSettings } from './session/settings.ts';
import { chooseTheme, chosenTheme } from './session/theme.ts';
import { finishLeaving } from './session/user.ts';
import { mountIcons } from './ui/icon.tsx';

/** The screen the guard will let through, so that it is the one that is loaded. */
function firstPage(): PageName | null {
  const page = pageAt(location.pathname);
  if (page && boot.user === 'banned') return isOpenToBanned(page) ? page : 'pages-ban';
  const isMember = typeof boot.user === 'object';
  if (page && PAGES[page].access === 'member' && boot.user === 'signed_out') return 'login';
  return isMember && (page === 'index' || page === 'login') ? 'home' : page;
}

/** The language that the address asked for is kept by now, and must not come back when another one is chosen. */
function dropLang(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has('lang')) return;
  address.searchParams.delete('lang');
  history.replaceState(history.state, '', address);
}

/** Keeps where this visit began (docs/product.md, "Campaign parameters"). */
const keepOrigin = (): Promise<unknown> =>
  import('./session/visit/traffic-source.ts').then(({ currentVisit }) => currentVisit()).catch((error: unknown) => console.warn(error));

function showTemplate(): void {
  document.documentElement.dataset.template = currentSettings().template;
}

const startFromShell = () => import('./app/start/start-without-boot.ts').then((shell) => shell.startFromShell());

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) return;
  const carryOver = prepareCarryOver(root);
  holdToGuards(PAGES);
  if (isBarePage) await startFromShell().catch((error: unknown) => console.warn(error));
  // A campaign is kept before there is anything to press that could lead away; without one nobody waits for it.
  const campaign = location.search && keepOrigin();
  dropLang();
  showTemplate();
  // What this browser kept may be of another template than the site has by now.
  onSettings(showTemplate);
  chooseTheme(chosenTheme());
  void mountIcons().catch((error: unknown) => console.warn(error));
  await startTexts();
  const page = firstPage();
  // The error page shows what goes wrong here; it only must not stop the start.
  if (page) await loadScreen(page).catch(() => undefined);
  await campaign;
  await carryOver;
  preloadRoutes();
  const place = createRoot(rootFor(root));
  // In small pieces, so that what is tapped meanwhile is heard between them.
  startTransition(() =>
    place.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  if (!campaign) void keepOrigin();
  finishLeaving();
}

void start();
