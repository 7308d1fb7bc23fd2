import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, use, useEffect, useInsertionEffect } from 'react';
import { BrowserRouter, useLocation } from 'react-router';
import type { PageName } from '#contract/pages/page-routes';
import { pageAt } from '#contract/pages/page-routes';
import { useIsMissing } from '../session/page-missing.ts';
import { queryClient } from '../session/query-client.ts';
import { useStore } from '../session/store.ts';
import { useSession } from '../session/user.ts';
import { toasts } from '../ui/toast.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { arrive } from './first-look.ts';
import { Guard, useLeaveAfterEnding } from './guard.tsx';
import { loadedScreen, loadScreen } from './routes.tsx';
import { ScreenLoading } from './screen-loading.tsx';
import { Shell } from './shell.tsx';
import { useMemberLife } from './use-member-life.ts';
import { useScroll } from './use-scroll.ts';
import { useTitle } from './use-title.ts';
import { WorkerSlot } from './worker-slot.tsx';

function LoadedScreen({ name }: { name: PageName }) {
  // Before any effect measures or scrolls.
  useInsertionEffect(arrive, []);
  // No hook may follow: if the screen arrives while React retries a first render, `use` is not called, and a later hook would throw.
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

function Place() {
  const { pathname } = useLocation();
  const { epoch } = useSession();
  const isMissing = useIsMissing();
  const page = isMissing ? null : pageAt(pathname);
  useTitle(page);
  useScroll();
  useMemberLife();
  useLeaveAfterEnding();
  return (
    <Shell key={epoch} page={page}>
      <ErrorBoundary place={pathname} fallback={<ErrorScreen status={500} />}>
        {page ? <GuardedScreen page={page} /> : <ErrorScreen status={404} />}
      </ErrorBoundary>
    </Shell>
  );
}

const TOASTS_AHEAD_MS = 2000;
const loadToasts = async () => ({ default: (await import('../ui/toasts.tsx')).Toasts });
/** A toast that cannot be drawn takes nothing else with it. */
const Toasts = lazy<ComponentType>(() => loadToasts().catch(() => ({ default: () => null })));

/** Nothing is drawn before there is something to say; the code comes ahead, as what there is to say may be that the network is gone. */
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

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Suspense fallback={null}>
          <Place />
        </Suspense>
        <WorkerSlot />
      </BrowserRouter>
      <ToastCorner />
    </QueryClientProvider>
  );
}
