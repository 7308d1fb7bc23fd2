import { useCallback, useEffect } from 'react';
import { type NavigateFunction, type NavigateOptions, type To, useLocation, useNavigate } from 'react-router';

/** Navigates, unless the address has changed since: a link was pressed, whose screen may still be loading. */
export type LeadOn = (to: To, options?: NavigateOptions) => Promise<void>;

const leadOnFrom =
  (pathname: string, navigate: NavigateFunction): LeadOn =>
  async (to, options) => {
    if (location.pathname === pathname) await navigate(to, options);
  };

/** Navigates on behalf of the screen it is used in, after something that took a while. A link that was pressed on that screen wins. */
export function useScreenNavigate(): LeadOn {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return useCallback((to, options) => leadOnFrom(pathname, navigate)(to, options), [navigate, pathname]);
}

/**
 * For a press that navigates only after a call: to be called when the press is made; what it returns navigates when the call is done. A link
 * that was pressed after the press wins; one that was pressed before it, and whose screen is still loading, does not.
 */
export function usePressNavigate(): () => LeadOn {
  const navigate = useNavigate();
  return () => leadOnFrom(location.pathname, navigate);
}

/** Leads elsewhere, in place of a screen. */
export function Redirect({ to }: { to: To }) {
  const navigate = useScreenNavigate();
  const target = JSON.stringify(to);
  useEffect(() => {
    void navigate(JSON.parse(target), { replace: true });
  }, [navigate, target]);
  return null;
}
