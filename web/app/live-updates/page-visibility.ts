import type { TabChannel } from '../../platform/tab-channel.ts';
import { refetchUser, refreshUser } from '../../session/user.ts';
import { sendPageHiddenBeacon } from './page-hidden-beacon.ts';
import { isAnyTabVisible } from './polling.ts';

/**
 * Reports to the server when no tab of this browser is visible any longer, and when one is visible again, until the returned function is
 * called (docs/product.md, "Leaving the page"). Browsers differ in the events of a page that is left, and in their order: if a visible page
 * is closed or navigated away, `pagehide` comes before `visibilitychange` (Chromium, Firefox), after it or without it (older Safari). A tab
 * put behind others, a locked phone and another app in front cause `visibilitychange` alone. After that a page may be frozen, or end
 * without any event.
 */
export function reportVisibility({ send, listen }: TabChannel): () => void {
  const cleanup = new AbortController();
  const { signal } = cleanup;
  /** What the server was last told about this browser, by any of its tabs: whether one of them is visible. */
  let isReportedVisible = true;
  /** This tab was hidden, and whether another one is visible is not known yet. */
  let isUndecided = false;
  let isVisible = true;
  const stopListening = listen((word) => {
    if (word.type !== 'seen') return;
    isReportedVisible = word.isSeen;
    // The other tab has reported that none is visible, but this one is.
    if (!isReportedVisible && isVisible) show();
  });
  const report = () => {
    isUndecided = false;
    if (!isReportedVisible) return;
    isReportedVisible = false;
    sendPageHiddenBeacon();
    send({ type: 'seen', isSeen: false });
  };
  const hide = async () => {
    if (!isVisible) return;
    isVisible = false;
    isUndecided = true;
    const isOtherVisible = await isAnyTabVisible();
    if (isUndecided && !isOtherVisible) report();
    isUndecided = false;
  };
  /** The page is ending, without time to ask the other tabs: a visible one corrects the report itself. */
  const leave = () => {
    if (isVisible || isUndecided) report();
    isVisible = false;
  };
  const show = () => {
    isVisible = true;
    isUndecided = false;
    if (isReportedVisible) return;
    isReportedVisible = true;
    send({ type: 'seen', isSeen: true });
    // A new call: one that was in flight while the page was left carries X-Page-Hidden, or arrived before the report.
    void refetchUser().catch(() => undefined);
  };
  const onVisibilityChange = () => (document.visibilityState === 'hidden' ? void hide() : show());
  // The page may have been hidden before this listens.
  if (document.visibilityState === 'hidden') void hide();
  document.addEventListener('visibilitychange', onVisibilityChange, { signal });
  addEventListener('pagehide', leave, { signal });
  document.addEventListener('freeze', leave, { signal });
  document.addEventListener('resume', onVisibilityChange, { signal });
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (!persisted) return;
      if (document.visibilityState === 'visible') show();
      // The restored page may show a member who has logged out since.
      void refreshUser().catch(() => undefined);
    },
    { signal },
  );
  return () => {
    stopListening();
    cleanup.abort();
  };
}
