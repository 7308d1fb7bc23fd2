import { useCallback, useEffect } from 'react';
import { type NavigateFunction, type NavigateOptions, type To, useLocation, useNavigate } from 'react-router';

/** Leads on, unless a link was pressed meanwhile: the address is another one by then, though the screen stands until the next one has loaded. */
type LeadOn = (to: To, options?: NavigateOptions) => Promise<void>;

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
 * Navigates on behalf of a press that takes a while: called with the press, gives what leads on when it is done. A link that was pressed
 * after it wins; it wins over one that was pressed before, whose screen is not there yet.
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
