import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, use, useEffect, useInsertionEffect } from 'react';
import { BrowserRouter, useLocation } from 'react-router';
import type { PageName } from '#contract/pages/page-routes';
import { pageAt } from '#contract/pages/page-routes';
import type { Vital } from '#contract/vitals';
import { queryClient } from '../api/query-client.ts';
import { useStore } from '../platform/store.ts';
import { useSession } from '../session/user.ts';
import { createLazyModule, useLazyModule } from '../ui/lazy-module.ts';
import { useIsNotFound } from '../ui/navigation/page-not-found.ts';
import { toasts } from '../ui/toasts/toast-list.ts';
import { ErrorBoundary } from './errors/error-boundary.tsx';
import { ErrorScreen } from './errors/error-screen.tsx';
import { Guard, useRedirectAfterEnd } from './guard.tsx';
import { showApp } from './prerender/prerendered-shell.ts';
import { loadedScreen, loadScreen } from './routes/routes.tsx';
import { useSessionEffects } from './session-effects/use-session-effects.ts';
import { ScreenLoading } from './shell/screen-loading.tsx';
import { Shell } from './shell/shell.tsx';
import { useScrollRestoration } from './use-scroll-restoration.ts';
import { useTitle } from './use-title.ts';

function LoadedScreen({ name }: { name: PageName }) {
  // An insertion effect, so that the app has replaced the shell before any other effect measures or scrolls.
  useInsertionEffect(() => {
    showApp();
    // The first of these marks is when the app answers presses.
    performance.mark('first_tap' satisfies Vital, { detail: name });
  }, [name]);
  // No hook may follow: `use` is not called in a retry of the first render in which the screen has loaded, and a later hook would throw.
  const { Screen } = loadedScreen(name) ?? use(loadScreen(name));
  return <Screen />;
}

function GuardedScreen({ page }: { page: PageName }) {
  return (
    <Suspense fallback={<ScreenLoading />}>
      <Guard name={page}>
        <LoadedScreen name={page} />
      </Guard>
    </Suspense>
  );
}

function CurrentPage() {
  const { pathname } = useLocation();
  const { epoch } = useSession();
  const isMissing = useIsNotFound();
  const page = isMissing ? null : pageAt(pathname);
  useTitle(page);
  useScrollRestoration();
  useSessionEffects();
  useRedirectAfterEnd();
  return (
    <Shell key={epoch} page={page}>
      <ErrorBoundary resetKey={pathname} fallback={<ErrorScreen status={500} />}>
        {page ? <GuardedScreen page={page} /> : <ErrorScreen status={404} />}
      </ErrorBoundary>
    </Shell>
  );
}

const TOASTS_AHEAD_MS = 2000;
const loadToasts = async () => ({ default: (await import('../ui/toasts/toasts.tsx')).Toasts });
/** Draws nothing if its code cannot be loaded. */
const Toasts = lazy<ComponentType>(() => loadToasts().catch(() => ({ default: () => null })));

/** Draws toasts from the first one on. Their code is loaded ahead, because a toast may have to report that the network is gone. */
function ToastCorner() {
  const isNeeded = useStore(toasts).length > 0;
  useEffect(() => {
    const timer = setTimeout(() => void loadToasts().catch(() => undefined), TOASTS_AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
  return isNeeded ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}

const laterModule = createLazyModule(() => import('./start/later-effects.tsx'), 'pwa');

/** Loads what begins after the first screen. */
function LaterSlot() {
  const loaded = useLazyModule(laterModule, false);
  return loaded && <loaded.LaterEffects />;
}

/** In development there is no service worker, whose caches would hide changes. */
const hasServiceWorker = import.meta.env.PROD && 'serviceWorker' in navigator;

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Suspense fallback={null}>
          <CurrentPage />
        </Suspense>
        {hasServiceWorker && <LaterSlot />}
      </BrowserRouter>
      <ToastCorner />
    </QueryClientProvider>
  );
}
