import { maySignUp } from '#contract/settings';
import { loginPath } from './login-redirect.ts';
import { useSettings } from './settings.ts';
import { currentVisit } from './visit/traffic-source.ts';

/** Whether this visitor may sign up. The visit is read only if the settings depend on it, because a page that is prerendered has none. */
export function useSignupsOpen(): boolean {
  const settings = useSettings();
  return maySignUp(settings, settings.signups === 'with_trafficsource' ? currentVisit().source?.network : undefined);
}

/**
 * The address for a visitor who wants to contact a member: the sign-up that leads back to the member, or the login while sign-ups are
 * closed.
 */
export function useSignupOrLoginPath(memberId: string): string {
  const isOpen = useSignupsOpen();
  return isOpen ? `/signup?member=${memberId}` : loginPath({ pathname: `/members/${memberId}`, search: '', hash: '' });
}
