import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { PageName } from '#contract/pages/page-routes';
import { PAGES } from '#contract/pages/page-routes';
import { isStillSigningUp } from '../features/signup/flow/signup-progress.ts';
import { loginPath, safePath } from '../session/login-redirect.ts';
import { type EndReason, forgetEnding, userQuery, useSession, useUser } from '../session/user.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { usePageParams } from '../ui/navigation/page-params.ts';
import { Redirect } from '../ui/navigation/screen-navigate.ts';
import { ScreenLoading } from './shell/screen-loading.tsx';

/**
 * Stops the start if a page names an access that nothing here guards, because that page would be open to everyone
 * (docs/product.md, "Route table").
 */
export function holdToGuards(pages: Readonly<Record<string, { readonly access: string }>>): void {
  for (const [name, { access }] of Object.entries(pages))
    if (!/^(public|optional|member)$/.test(access)) throw new Error(`${name}: access ${access}`);
}

/**
 * Shows a page to those it is for and leads all others elsewhere (docs/product.md, "Route guard"). A banned session is led to the ban page.
 */
export function Guard({ name, children }: { name: PageName; children: ReactNode }) {
  const { ended } = useSession();
  if (ended === 'banned' && !isOpenToBanned(name)) return <Redirect to="/pages/ban" />;
  if (PAGES[name].access === 'member') return <ForMembers>{children}</ForMembers>;
  if (name === 'index' || name === 'login') return <ForVisitors>{children}</ForVisitors>;
  if (name === 'signup' || name === 'members-memberId-signup') return <ForNewcomers key={name}>{children}</ForNewcomers>;
  return children;
}

/** A banned member may read the texts of the site, and complain about the ban. */
export const isOpenToBanned = (name: PageName): boolean => name.startsWith('pages-') || name === 'complaints';

/** Where one stands after leaving on purpose. */
const AFTER_LEAVING: Partial<Record<EndReason, string>> = { logged_out: '/login', deleted: '/account-deleted' };

function ForMembers({ children }: { children: ReactNode }) {
  const user = useUser();
  const { ended } = useSession();
  if (user) return children;
  const after = ended ? AFTER_LEAVING[ended] : undefined;
  // Whoever leaves on purpose is not asked back, not even by a server that has not heard of it.
  return after ? <Redirect to={after} /> : <AskWhoIsHere />;
}

/** What this page holds may be old: another tab may have logged in, so that the server is asked before the login is. */
function AskWhoIsHere() {
  const { isFetching, isError, error, refetch } = useQuery(userQuery);
  const location = useLocation();
  if (isError) return <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />;
  if (isFetching) return <ScreenLoading />;
  return <Redirect to={loginPath(location)} />;
}

/** A member has nothing to do here. */
function ForVisitors({ children }: { children: ReactNode }) {
  const user = useUser();
  const [search] = useSearchParams();
  return user ? <Redirect to={safePath(search.get('next')) ?? '/home'} /> : children;
}

/** Who left the sign-up half way goes on with it, and who becomes a member in it stays to its end. */
function ForNewcomers({ children }: { children: ReactNode }) {
  const user = useUser();
  const [atFirst] = useState(user);
  const [search] = useSearchParams();
  const { memberId } = usePageParams();
  const isDone = atFirst !== null && !isStillSigningUp(atFirst);
  return isDone ? <Redirect to={safePath(search.get('next')) ?? (memberId ? `/members/${memberId}` : '/home')} /> : children;
}

/** After a logout every page gives way to the login, after a deletion to the page that says what happens now. */
export function useLeaveAfterEnding(): void {
  const { ended } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const to = ended ? AFTER_LEAVING[ended] : undefined;
  useEffect(() => {
    if (!to) return;
    if (pathname === to) forgetEnding();
    else void navigate(to, { replace: true });
  }, [to, pathname, navigate]);
}
