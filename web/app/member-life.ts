import type { ProfileCard } from '#contract/profile';
import type { RoomFrame } from '#contract/realtime';
import { followLikes, sendWaiting } from '../cards/like-queue.ts';
import { i18n } from '../i18n/i18n.ts';
import { onSocketState, socketState, subscribe } from '../realtime/member-events.ts';
import { forgetRoom, openMemberSocket } from '../realtime/member-socket.ts';
import { otherTabs } from '../session/other-tabs.ts';
import { isSubscribed } from '../session/push-state.ts';
import { queryClient } from '../session/query-client.ts';
import { showToast } from '../ui/toast-list.ts';
import { followReach } from './ask-again.ts';
import { followFirstOpening } from './catch-up.ts';
import { keepScreens } from './keep-screen.ts';
import { followPushes } from './live-pushes.ts';
import { applyFrame } from './live-updates.ts';
import { followSight } from './page-hidden.ts';
import { startPolling } from './polling.ts';
import { shareBadge, shareEnding } from './same-everywhere.ts';
import { keepAnswersOf } from './stored-boot.ts';

const greeted = new Set<string>();

function sayMatch(profile: ProfileCard): void {
  if (greeted.has(profile.id)) return;
  greeted.add(profile.id);
  const text = i18n.t(profile.is_fictional ? 'live.match_text_fictional' : 'live.match_text', { name: profile.name });
  showToast({ tone: 'success', icon: 'heart', title: i18n.t('live.match'), text });
}

/** All that runs beside the screens while a member is here: the socket, its events, and the polling that stands in for it. */
export function startMemberLife(me: string): () => void {
  const follow = (frame: RoomFrame) => {
    applyFrame(queryClient, me, frame);
    if (frame.type === 'match.made') sayMatch(frame.profile);
  };
  const tabs = otherTabs(me);
  const ends = [
    subscribe(follow),
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
    for (const end of ends) end();
    forgetRoom();
    greeted.clear();
  };
}
