import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { PageName } from '#contract/pages/page-routes';
import { PAGES } from '#contract/pages/page-routes';
import { isStillSigningUp } from '../features/signup/flow/signup-progress.ts';
import { loginPath, safePath } from '../session/login-redirect.ts';
import { clearEndReason, type EndReason, userQuery, useSession, useUser } from '../session/user.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { usePageParams } from '../ui/navigation/page-params.ts';
import { Redirect } from '../ui/navigation/screen-navigate.ts';
import { ScreenLoading } from './shell/screen-loading.tsx';

/**
 * Throws if a page has an access value that this file does not handle, because that page would be open to everyone
 * (docs/product.md, "Route table").
 */
export function enforceGuards(pages: Readonly<Record<string, { readonly access: string }>>): void {
  for (const [name, { access }] of Object.entries(pages))
    if (!/^(public|optional|member)$/.test(access)) throw new Error(`${name}: access ${access}`);
}

/**
 * Shows a page to those who may open it and redirects all others (docs/product.md, "Route guard"); a banned session goes to the ban page.
 */
export function Guard({ name, children }: { name: PageName; children: ReactNode }) {
  const { endReason } = useSession();
  if (endReason === 'banned' && !isOpenToBanned(name)) return <Redirect to="/pages/ban" />;
  if (PAGES[name].access === 'member') return <ForMembers>{children}</ForMembers>;
  if (name === 'index' || name === 'login') return <ForVisitors>{children}</ForVisitors>;
  if (name === 'signup' || name === 'members-memberId-signup') return <ForNewcomers key={name}>{children}</ForNewcomers>;
  return children;
}

/** Whether a banned member may open a page: the texts of the site, decisions, notices, complaints and cancellation. */
export const isOpenToBanned = (name: PageName): boolean => name.startsWith('pages-') || name === 'complaints' || name === 'cancellation';

/** Where a page leads after its member has logged out or deleted the account. */
const PAGE_AFTER_END: Partial<Record<EndReason, string>> = { logged_out: '/login', deleted: '/account-deleted' };

function ForMembers({ children }: { children: ReactNode }) {
  const user = useUser();
  const { endReason } = useSession();
  if (user) return children;
  const after = endReason ? PAGE_AFTER_END[endReason] : undefined;
  // After a logout or a deletion the server is not asked: it may not have received the logout yet.
  return after ? <Redirect to={after} /> : <SessionCheck />;
}

/** Asks the server who is signed in before it redirects to the login: another tab may have logged in meanwhile. */
function SessionCheck() {
  const { isFetching, isError, error, refetch } = useQuery(userQuery);
  const location = useLocation();
  if (isError) return <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />;
  if (isFetching) return <ScreenLoading />;
  return <Redirect to={loginPath(location)} />;
}

/** Redirects members to the address in `next`, else to `/home`. */
function ForVisitors({ children }: { children: ReactNode }) {
  const user = useUser();
  const [searchParams] = useSearchParams();
  return user ? <Redirect to={safePath(searchParams.get('next')) ?? '/home'} /> : children;
}

/** Shows the sign-up to visitors, to members who have not finished it, and to a member created on this page until its last step. */
function ForNewcomers({ children }: { children: ReactNode }) {
  const user = useUser();
  const [initialUser] = useState(user);
  const [searchParams] = useSearchParams();
  const { memberId } = usePageParams();
  const hadFinished = initialUser !== null && !isStillSigningUp(initialUser);
  if (!hadFinished) return children;
  return <Redirect to={safePath(searchParams.get('next')) ?? (memberId ? `/members/${memberId}` : '/home')} />;
}

/** Navigates to the login after a logout, and to `/account-deleted` after a deletion. */
export function useRedirectAfterEnd(): void {
  const { endReason } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const to = endReason ? PAGE_AFTER_END[endReason] : undefined;
  useEffect(() => {
    if (!to) return;
    if (pathname === to) clearEndReason();
    else void navigate(to, { replace: true });
  }, [to, pathname, navigate]);
}
