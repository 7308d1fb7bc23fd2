import type { ProfileCard } from '#contract/profile';
import type { RoomFrame } from '#contract/realtime';
import { queryClient } from '../../api/query-client.ts';
import { isLikedHere } from '../../cards/likes/like-mutation.ts';
import { sendQueuedLikes, startLikeQueue } from '../../cards/likes/like-queue.ts';
import { i18n } from '../../i18n/i18n.ts';
import { openTabChannel } from '../../platform/tab-channel.ts';
import { isPushSubscribed } from '../../pwa/push/subscription-state.ts';
import { followFrames, onSocketState, socketState } from '../../realtime/member-events.ts';
import { forgetRoom, openMemberSocket } from '../../realtime/member-socket.ts';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { catchUpOnFirstConnection } from '../live-updates/catch-up.ts';
import { followPushes } from '../live-updates/live-pushes.ts';
import { applyFrame } from '../live-updates/live-updates.ts';
import { reportVisibility } from '../live-updates/page-visibility.ts';
import { startPolling } from '../live-updates/polling.ts';
import { probeWhileUnreachable } from '../live-updates/probe-server.ts';
import { shareBadge, shareSessionEnd } from '../live-updates/tab-sync.ts';
import { hideUnconfirmedAnswers } from './hide-unconfirmed-answers.ts';
import { persistAnswersOf } from './persist-answers.ts';
import { saveScreenSnapshots } from './save-screen-snapshot.ts';

const announcedMatches = new Set<string>();

/** Shows the match toast, once per member and page. */
function showMatchToast(profile: ProfileCard): void {
  if (announcedMatches.has(profile.id)) return;
  announcedMatches.add(profile.id);
  const text = i18n.t(profile.is_fictional ? 'live.match_text_fictional' : 'live.match_text', { name: profile.name });
  showToast({ tone: 'success', icon: 'heart', title: i18n.t('live.match'), text });
}

/**
 * Starts what runs beside the screens while a member is signed in: socket, polling, push, tab sync and stored data. Returns the function
 * that ends it.
 */
export function startSessionEffects(me: string): () => void {
  const onFrame = (frame: RoomFrame) => {
    applyFrame(queryClient, me, frame);
    // A match that a like on this page has made has a sheet of its own.
    if (frame.type === 'match.made' && !(frame.by_me && isLikedHere(frame.profile.id))) showMatchToast(frame.profile);
  };
  const tabs = openTabChannel(me);
  const cleanups = [
    followFrames(onFrame),
    catchUpOnFirstConnection(),
    openMemberSocket(),
    startPolling(isPushSubscribed.get, tabs),
    reportVisibility(tabs),
    followPushes(queryClient),
    shareBadge(tabs),
    shareSessionEnd(me, tabs),
    persistAnswersOf(me),
    hideUnconfirmedAnswers(),
    saveScreenSnapshots(me),
    startLikeQueue(),
    probeWhileUnreachable(),
    onSocketState(() => socketState() === 'open' && sendQueuedLikes()),
    tabs.close,
  ];
  return () => {
    for (const cleanup of cleanups) cleanup();
    forgetRoom();
    announcedMatches.clear();
  };
}
