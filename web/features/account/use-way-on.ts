import { wayAfterLink } from '../../session/login-notice.ts';
import { useScreenNavigate } from '../../session/screen-navigate.ts';
import { showToast } from '../../ui/toast.tsx';

/** Goes on from something done with a mailed link: to the login with a word on it, or home for whoever is still signed in here. */
export function useWayOn() {
  const navigate = useScreenNavigate();
  return async (notice: string) => {
    const { to, state } = await wayAfterLink(notice);
    if (to === '/home') showToast({ tone: 'success', title: notice });
    await navigate(to, { replace: true, state });
  };
}
