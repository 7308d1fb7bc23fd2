import { leavePage } from '#contract/session';
import type { OtherTabs } from '../session/other-tabs.ts';
import { refreshUser } from '../session/user.ts';
import { isAnyTabSeen } from './polling.ts';

/**
 * Tells the server when nobody looks at this browser's tabs any longer (specification 7), and that somebody does again: until then
 * the member is shown as gone.
 */
export function followSight({ say, hear }: OtherTabs): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let isSeen = true;
  let isUndecided = false;
  const endHearing = hear((word) => {
    if (word.type !== 'seen') return;
    isSeen = word.isSeen;
    // It was left for this one.
    if (!isSeen && document.visibilityState === 'visible') show();
  });
  const leave = () => {
    if (!isUndecided) return;
    isUndecided = false;
    isSeen = false;
    navigator.sendBeacon(leavePage.path, new Blob(['{}'], { type: 'application/json' }));
    say({ type: 'seen', isSeen });
  };
  const hide = async () => {
    isUndecided = true;
    if (await isAnyTabSeen()) isUndecided = false;
    leave();
  };
  const show = () => {
    isUndecided = false;
    if (isSeen) return;
    isSeen = true;
    say({ type: 'seen', isSeen });
    void refreshUser().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? void hide() : show()), { signal });
  // A page that is closed has no time to ask for the other tabs.
  addEventListener('pagehide', leave, { signal });
  // Brought back as it was, it still shows a member who may have logged out since.
  addEventListener('pageshow', ({ persisted }) => persisted && void refreshUser().catch(() => undefined), { signal });
  return () => {
    endHearing();
    ending.abort();
  };
}
