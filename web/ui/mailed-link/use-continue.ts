import { wayAfterLink } from '../../session/login-notice.ts';
import { usePressNavigate } from '../navigation/screen-navigate.ts';
import { showToast } from '../toasts/toast.tsx';

/**
 * Goes on from something done with a mailed link: to the login with a word on it, or home for whoever is still signed in here. To be called
 * when the button is pressed; what it returns goes on when the work is done.
 */
export function useWayOn() {
  const navigateAfter = usePressNavigate();
  return () => {
    const leadOn = navigateAfter();
    return async (notice: string) => {
      const { to, state } = await wayAfterLink(notice);
      if (to === '/home') showToast({ tone: 'success', title: notice });
      await leadOn(to, { replace: true, state });
    };
  };
}
