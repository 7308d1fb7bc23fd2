import { useSettings } from './settings.ts';
import { currentVisit } from './tracking.ts';

/** Whether this visitor may sign up (specification 6): with a traffic source means that a network led here. */
export function useSignupsOpen(): boolean {
  const { signups } = useSettings();
  return signups === 'all' || (signups === 'with_trafficsource' && Boolean(currentVisit().source?.network));
}
