import type { ProfileCard } from '#contract/profile';
import type { RoomFrame } from '#contract/realtime';
import { queryClient } from '../../api/query-client.ts';
import { followLikes, sendWaiting } from '../../cards/likes/like-queue.ts';
import { i18n } from '../../i18n/i18n.ts';
import { otherTabs } from '../../platform/tab-channel.ts';
import { isSubscribed } from '../../pwa/push/subscription-state.ts';
import { onSocketState, socketState, subscribe } from '../../realtime/member-events.ts';
import { forgetRoom, openMemberSocket } from '../../realtime/member-socket.ts';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { followFirstOpening } from '../live-updates/catch-up.ts';
import { followPushes } from '../live-updates/live-pushes.ts';
import { applyFrame } from '../live-updates/live-updates.ts';
import { followSight } from '../live-updates/page-visibility.ts';
import { startPolling } from '../live-updates/polling.ts';
import { followReach } from '../live-updates/probe-server.ts';
import { shareBadge, shareEnding } from '../live-updates/tab-sync.ts';
import { keepScreens } from './save-screen-snapshot.ts';
import { keepAnswersOf } from './stored-boot.ts';

const greeted = new Set<string>();

/** Shows the match toast, once per member and page. */
function sayMatch(profile: ProfileCard): void {
  if (greeted.has(profile.id)) return;
  greeted.add(profile.id);
  const text = i18n.t(profile.is_fictional ? 'live.match_text_fictional' : 'live.match_text', { name: profile.name });
  showToast({ tone: 'success', icon: 'heart', title: i18n.t('live.match'), text });
}

/**
 * Starts what runs beside the screens while a member is signed in: socket, polling, push, tab sync and stored data. Returns the function
 * that cleanups it.
 */
export function startMemberLife(me: string): () => void {
  const onFrame = (frame: RoomFrame) => {
    applyFrame(queryClient, me, frame);
    if (frame.type === 'match.made') sayMatch(frame.profile);
  };
  const tabs = otherTabs(me);
  const cleanups = [
    subscribe(onFrame),
    followFirstOpening(),
    openMemberSocket(),
    startPolling(isSubscribed.get, tabs),
    followSight(tabs),
    followPushes(queryClient),
    shareBadge(tabs),
    shareEnding(me, tabs),
    keepAnswersOf(me),
    keepScreens(me),
    followLikes(),
    followReach(),
    onSocketState(() => socketState() === 'open' && sendWaiting()),
    tabs.close,
  ];
  return () => {
    for (const cleanup of cleanups) cleanup();
    forgetRoom();
    greeted.clear();
  };
}
