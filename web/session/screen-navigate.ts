import { useCallback, useEffect } from 'react';
import { type NavigateOptions, type To, useLocation, useNavigate } from 'react-router';

/**
 * Navigates on behalf of the screen it is used in, after something that took a while. A link that was pressed meanwhile wins: the address is
 * another one by then, though this screen stands until the next one has loaded.
 */
export function useScreenNavigate(): (to: To, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return useCallback(
    async (to, options) => {
      if (location.pathname === pathname) await navigate(to, options);
    },
    [navigate, pathname],
  );
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
