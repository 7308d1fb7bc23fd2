import { useQuery } from '@tanstack/react-query';
import type { User } from '#contract/account';
import { unreadChatsIn } from '#contract/chat';
import { chatsQuery } from '../../api/chat/chats-query.ts';
import { likesQuery } from '../../api/likes/likes-query.ts';
import { InstallSlot } from '../../pwa/install/install-slot.tsx';
import { useUser } from '../../session/user.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { hasQuestionsLeft } from '../signup/flow/signup-progress.ts';
import { Greeting } from './greeting.tsx';
import { FurtherCards, LikesCard, WaitingCard } from './home-cards.tsx';
import { LatestMembers, useLatestMembers } from './latest-members.tsx';
import { NothingWaiting } from './nothing-waiting.tsx';
import { hasProgress } from './progress-card.tsx';
import { WaitingChat } from './waiting-chat.tsx';
import './home.css';

/** The newest conversation with unread messages or, if there is none, a card that says so. */
function TopCard({ user }: { user: User }) {
  const chats = useQuery(chatsQuery);
  const { members } = useLatestMembers(user);
  if (chats.isError && !chats.data)
    return (
      <div className="panel">
        <ErrorPanel error={chats.error} onRetry={chats.refetch} isRetrying={chats.isFetching} />
      </div>
    );
  if (!chats.data) return <div className="home-hero skeleton" aria-busy="true" />;
  const [waiting] = unreadChatsIn(chats.data.chats);
  return waiting ? (
    <WaitingChat chat={waiting} />
  ) : (
    <NothingWaiting members={members.data?.profiles ?? []} isFirst={chats.data.chats.length === 0} />
  );
}

/** The cards for likes, other conversations with unread messages, and what is left to do. */
function Cards({ user }: { user: User }) {
  const likes = useQuery(likesQuery);
  const chats = useQuery(chatsQuery);
  const others = chats.data ? unreadChatsIn(chats.data.chats).slice(1) : [];
  return (
    <div className="home-cards">
      {likes.data && (likes.data.totals.liked_by > 0 || !hasProgress(user)) && <LikesCard likes={likes.data} />}
      {likes.isPending && !hasProgress(user) && <div className="panel home-card skeleton" aria-busy="true" />}
      {likes.isError && !likes.data && (
        <div className="panel">
          <ErrorPanel error={likes.error} onRetry={likes.refetch} isRetrying={likes.isFetching} />
        </div>
      )}
      {others.length > 0 && <WaitingCard chats={others} />}
      <FurtherCards
        user={user}
        isSigningUp={hasQuestionsLeft(user)}
        matches={likes.data?.totals.matches ?? 0}
        hasWaiting={others.length > 0}
      />
    </div>
  );
}

export function Screen() {
  const user = useUser();
  if (!user) return null;
  return (
    <>
      <Greeting user={user} />
      <div className="home-top">
        <TopCard user={user} />
        <Cards user={user} />
        <InstallSlot />
      </div>
      <LatestMembers user={user} />
    </>
  );
}
