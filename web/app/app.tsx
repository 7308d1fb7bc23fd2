import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, use } from 'react';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router';
import type { PageName } from '#contract/pages';
import { PAGES, pageAt } from '#contract/pages';
import { queryClient } from '../session/query-client.ts';
import { useStore } from '../session/store.ts';
import { useSession } from '../session/user.ts';
import { toasts } from '../ui/toast-list.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { Guard, useLeaveAfterLogout } from './guard.tsx';
import { loadScreen } from './routes.tsx';
import { ScreenLoading } from './screen-loading.tsx';
import { Shell } from './shell.tsx';
import { useMemberLife } from './use-member-life.ts';
import { useScroll } from './use-scroll.ts';
import { useTitle } from './use-title.ts';

const NAMES = Object.keys(PAGES).filter((name): name is PageName => name in PAGES);

function LoadedScreen({ name }: { name: PageName }) {
  const { Screen } = use(loadScreen(name));
  return <Screen />;
}

/** The route table, once the address has passed its check. */
function Screens({ page }: { page: PageName }) {
  return (
    <Suspense fallback={<ScreenLoading />}>
      <Routes>
        {NAMES.map((name) => (
          <Route
            key={name}
            path={PAGES[name].path}
            element={
              <Guard name={page}>
                <LoadedScreen name={page} />
              </Guard>
            }
          />
        ))}
      </Routes>
    </Suspense>
  );
}

function Place() {
  const { pathname } = useLocation();
  const { epoch } = useSession();
  const page = pageAt(pathname);
  useTitle(page);
  useScroll();
  useMemberLife();
  useLeaveAfterLogout();
  return (
    <Shell key={epoch} page={page}>
      <ErrorBoundary place={pathname} fallback={<ErrorScreen status={500} />}>
        {page ? <Screens page={page} /> : <ErrorScreen status={404} />}
      </ErrorBoundary>
    </Shell>
  );
}

const Toasts = lazy(async () => ({ default: (await import('../ui/toasts.tsx')).Toasts }));

/** Nothing is drawn, or even loaded, before there is something to say. */
function ToastCorner() {
  const isNeeded = useStore(toasts).length > 0;
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
      </BrowserRouter>
      <ToastCorner />
    </QueryClientProvider>
  );
}
