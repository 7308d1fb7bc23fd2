import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, Fragment, lazy, Suspense, useEffect } from 'react';
import { BrowserRouter, useLocation } from 'react-router';
import { pageAt } from '#contract/pages/page-routes';
import { queryClient } from '../api/query-client.ts';
import { useStore } from '../platform/store.ts';
import { useSession, useUserQuery } from '../session/user.ts';
import { createLazyModule, useLazyModule } from '../ui/lazy-module.ts';
import { useIsNotFound } from '../ui/navigation/page-not-found.ts';
import { toasts } from '../ui/toasts/toast-list.ts';
import { TrackingBannerSlot } from './consent/tracking-banner-slot.tsx';
import { useRedirectAfterEnd } from './guard.tsx';
import { KeepAliveScreens } from './keep-alive-screens.tsx';
import { useSessionEffects } from './session-effects/use-session-effects.ts';
import { Shell } from './shell/shell.tsx';
import { useScrollRestoration } from './use-scroll-restoration.ts';
import { useTitle } from './use-title.ts';

function CurrentPage() {
  const { pathname } = useLocation();
  const { epoch } = useSession();
  const isMissing = useIsNotFound();
  const page = isMissing ? null : pageAt(pathname);
  useUserQuery();
  useTitle(page);
  useScrollRestoration();
  useSessionEffects();
  useRedirectAfterEnd();
  return (
    <Fragment key={epoch}>
      {/* Before the shell, so that a screen that is left is taken out before the styles around it change. */}
      <KeepAliveScreens page={page} />
      <Shell page={page} />
    </Fragment>
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
        <TrackingBannerSlot />
      </BrowserRouter>
      <ToastCorner />
    </QueryClientProvider>
  );
}
