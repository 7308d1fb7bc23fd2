import './pwa/install/install-event.ts';
import './ui/styles/all.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import type { PageName } from '#contract/pages/page-routes';
import { PAGES, pageAt } from '#contract/pages/page-routes';
import { App } from './app/app.tsx';
import { enforceGuards, isOpenToBanned } from './app/guard.tsx';
import { createAppRoot, prepareCarryOver } from './app/prerender/prerendered-shell.ts';
import { preloadRoutes } from './app/routes/preload-routes.ts';
import { loadScreen } from './app/routes/routes.tsx';
import { boot, isBarePage } from './boot/boot.ts';
import { prepareDateFormats } from './i18n/format.ts';
import { initTexts } from './i18n/i18n.ts';
import { nextTask } from './platform/next-task.ts';
import { currentSettings, onSettings } from './session/settings.ts';
import { chooseTheme, chosenTheme } from './session/theme.ts';
import { retryLogout, takeUserFromBoot } from './session/user.ts';
import { currentVisit } from './session/visit/traffic-source.ts';
import { mountIcons } from './ui/icon.tsx';

/** The page that the guard will show for this address, so that its screen is loaded first. Null for an unknown address. */
function firstPage(): PageName | null {
  const page = pageAt(location.pathname);
  if (page && boot.user === 'banned') return isOpenToBanned(page) ? page : 'pages-ban';
  const isMember = typeof boot.user === 'object';
  if (page && PAGES[page].access === 'member' && boot.user === 'signed_out') return 'login';
  return isMember && (page === 'index' || page === 'login') ? 'home' : page;
}

/** Removes `lang` from the address: the server has stored the language, and the parameter would override a later choice. */
function removeLangParameter(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has('lang')) return;
  address.searchParams.delete('lang');
  history.replaceState(history.state, '', address);
}

function applyTemplate(): void {
  document.documentElement.dataset.template = currentSettings().template;
}

const startWithoutBoot = () => import('./app/start/start-without-boot.ts').then((module) => module.startWithoutBoot());

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) return;
  // Together with the evaluation of the modules, the start would keep presses waiting for longer.
  await nextTask();
  takeUserFromBoot();
  const carryOver = prepareCarryOver(root);
  enforceGuards(PAGES);
  if (isBarePage) await startWithoutBoot().catch((error: unknown) => console.warn(error));
  // Stores where this visit began, before a link can be pressed (docs/product.md, "Campaign parameters").
  currentVisit();
  removeLangParameter();
  applyTemplate();
  // Stored settings may name another template than the server's.
  onSettings(applyTemplate);
  chooseTheme(chosenTheme());
  void mountIcons().catch((error: unknown) => console.warn(error));
  await initTexts();
  window.earlyPresses?.holdLinks();
  const page = firstPage();
  if (typeof boot.user === 'object') void nextTask().then(prepareDateFormats);
  // A failure must not stop the start: the screen loads again when it is drawn and then shows the error.
  if (page) await loadScreen(page).catch(() => undefined);
  await carryOver;
  preloadRoutes();
  const reactRoot = createRoot(createAppRoot(root));
  // As a transition, so that React yields to input while it renders.
  startTransition(() =>
    reactRoot.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  retryLogout();
}

void start();
