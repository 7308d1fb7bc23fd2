import { destinationAfterMailLink } from '../../session/login-notice.ts';
import { usePressNavigate } from '../navigation/screen-navigate.ts';
import { showToast } from '../toasts/toast-list.ts';

/**
 * Navigates after the action of a mailed link: to the login, which shows `notice`, or home for a member who is signed in here. The returned
 * function is to be called at the press; what that returns, when the action is done.
 */
export function useNavigateAfterLink() {
  const startNavigation = usePressNavigate();
  return () => {
    const navigate = startNavigation();
    return async (notice: string) => {
      const { to, state } = await destinationAfterMailLink(notice);
      if (to === '/home') showToast({ tone: 'success', title: notice });
      await navigate(to, { replace: true, state });
    };
  };
}
