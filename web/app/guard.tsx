import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { User } from '#contract/account';
import { SIGNUP_STEPS } from '#contract/account';
import type { PageName } from '#contract/pages';
import { PAGES } from '#contract/pages';
import { loginPath, safePath } from '../session/next-path.ts';
import { forgetEnding, userQuery, useSession, useUser } from '../session/user.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { ScreenLoading } from './screen-loading.tsx';

/** Lets a page be seen by whom it is for (specification 4, Route guard). */
export function Guard({ name, children }: { name: PageName; children: ReactNode }) {
  if (PAGES[name].access === 'member') return <ForMembers>{children}</ForMembers>;
  if (name === 'index' || name === 'login' || name === 'signup') {
    return (
      <ForVisitors key={name} name={name}>
        {children}
      </ForVisitors>
    );
  }
  return children;
}

function ForMembers({ children }: { children: ReactNode }) {
  const user = useUser();
  return user ? children : <AskWhoIsHere />;
}

/** What this page holds may be old: another tab may have logged in, so that the server is asked before the login is. */
function AskWhoIsHere() {
  const { isFetching, isError, error, refetch } = useQuery(userQuery);
  const { ended } = useSession();
  const location = useLocation();
  if (isError) return <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />;
  if (isFetching) return <ScreenLoading />;
  return <Navigate to={ended === 'logged_out' ? '/login' : loginPath(location)} replace />;
}

/** A member who left the sign-up half way may go on with it. */
const isStillSigningUp = (user: User) => user.last_signup_step !== null && user.last_signup_step < SIGNUP_STEPS - 1;

/** A member has nothing to do here; on the sign-up only one who comes, not one who has just become a member in it. */
function ForVisitors({ name, children }: { name: 'index' | 'login' | 'signup'; children: ReactNode }) {
  const user = useUser();
  const [atFirst] = useState(user);
  const [search] = useSearchParams();
  const isDone = name === 'signup' ? atFirst !== null && !isStillSigningUp(atFirst) : user !== null;
  return isDone ? <Navigate to={safePath(search.get('next')) ?? '/home'} replace /> : children;
}

/** After a logout every page gives way to the login. */
export function useLeaveAfterLogout(): void {
  const { ended } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (ended !== 'logged_out') return;
    if (pathname === '/login') forgetEnding();
    else void navigate('/login', { replace: true });
  }, [ended, pathname, navigate]);
}
