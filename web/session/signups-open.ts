import { maySignUp } from '#contract/settings';
import { loginPath } from './login-redirect.ts';
import { useSettings } from './settings.ts';
import { currentVisit } from './visit/traffic-source.ts';

/** Whether this visitor may sign up. The visit is read only where it decides, as prerendered pages have none. */
export function useSignupsOpen(): boolean {
  const settings = useSettings();
  return maySignUp(settings, settings.signups === 'with_trafficsource' ? currentVisit().source?.network : undefined);
}

/** Where a visitor is led who wants something of a member: to the sign-up that brings them back, or to the login while nobody may join. */
export function useWayIn(memberId: string): string {
  const isOpen = useSignupsOpen();
  return isOpen ? `/signup?member=${memberId}` : loginPath({ pathname: `/members/${memberId}`, search: '', hash: '' });
}
