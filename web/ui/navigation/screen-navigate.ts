import { useCallback, useEffect } from 'react';
import { type NavigateFunction, type NavigateOptions, type To, useLocation, useNavigate } from 'react-router';

/** Navigates, unless the path has changed since: then a link was pressed, whose screen may still be loading, and it takes precedence. */
export type GuardedNavigate = (to: To, options?: NavigateOptions) => Promise<void>;

const guardedNavigateFrom =
  (pathname: string, navigate: NavigateFunction): GuardedNavigate =>
  async (to, options) => {
    if (location.pathname === pathname) await navigate(to, options);
  };

/** For navigation from a screen after a call. It does nothing if a link was pressed since the screen was rendered. */
export function useScreenNavigate(): GuardedNavigate {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return useCallback((to, options) => guardedNavigateFrom(pathname, navigate)(to, options), [navigate, pathname]);
}

/**
 * For a press that navigates only after a call. The returned function is to be called at the press; what that returns navigates when the
 * call is done. A link that was pressed after the press takes precedence, one pressed before it does not.
 */
export function usePressNavigate(): () => GuardedNavigate {
  const navigate = useNavigate();
  return () => guardedNavigateFrom(location.pathname, navigate);
}

/** Rendered in place of a screen: replaces the present address by another. */
export function Redirect({ to }: { to: To }) {
  const navigate = useScreenNavigate();
  const target = JSON.stringify(to);
  useEffect(() => {
    void navigate(JSON.parse(target), { replace: true });
  }, [navigate, target]);
  return null;
}
