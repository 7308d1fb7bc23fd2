import type { OtherTabs } from '../../platform/tab-channel.ts';
import { askUserAnew, refreshUser } from '../../session/user.ts';
import { sendLeaveBeacon } from './leave-beacon.ts';
import { isAnyTabSeen } from './polling.ts';

/**
 * Tells the server when no tab of this browser is visible any longer (docs/product.md, "Leaving the page"), and when one is visible again;
 * until then the member is shown as gone. Browsers differ in what they report about a page that goes, and in which order. If a visible page
 * is closed, or another is opened in its place, `pagehide` comes before `visibilitychange` (Chromium, Firefox), after it or without it
 * (older Safari). A tab put behind others, a locked phone and another app in front cause `visibilitychange` alone. After that a page may be
 * frozen, or end without any event.
 */
export function followSight({ say, hear }: OtherTabs): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  /** What the server was told last of this browser's tabs, by whichever of them. */
  let isSeen = true;
  /** This tab has gone out of sight, and whether another one can be seen is not known yet. */
  let isUndecided = false;
  let isShown = true;
  const endHearing = hear((word) => {
    if (word.type !== 'seen') return;
    isSeen = word.isSeen;
    // It was left for this one, or closed beside it.
    if (!isSeen && isShown) show();
  });
  const leave = () => {
    isUndecided = false;
    if (!isSeen) return;
    isSeen = false;
    sendLeaveBeacon();
    say({ type: 'seen', isSeen });
  };
  const hide = async () => {
    if (!isShown) return;
    isShown = false;
    isUndecided = true;
    const isOtherSeen = await isAnyTabSeen();
    if (isUndecided && !isOtherSeen) leave();
    isUndecided = false;
  };
  /** There is no time to ask for other tabs: one that can be seen answers by saying so. */
  const go = () => {
    if (isShown || isUndecided) leave();
    isShown = false;
  };
  const show = () => {
    isShown = true;
    isUndecided = false;
    if (isSeen) return;
    isSeen = true;
    say({ type: 'seen', isSeen });
    // A call that was on its way while the page was left says that nobody looks, or was heard before that.
    void askUserAnew().catch(() => undefined);
  };
  const look = () => (document.visibilityState === 'hidden' ? void hide() : show());
  // The page may have been hidden before this listens.
  if (document.visibilityState === 'hidden') void hide();
  document.addEventListener('visibilitychange', look, { signal });
  addEventListener('pagehide', go, { signal });
  document.addEventListener('freeze', go, { signal });
  document.addEventListener('resume', look, { signal });
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (!persisted) return;
      if (document.visibilityState === 'visible') show();
      // It still shows a member who may have logged out since.
      void refreshUser().catch(() => undefined);
    },
    { signal },
  );
  return () => {
    endHearing();
    ending.abort();
  };
}
