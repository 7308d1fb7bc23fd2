import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { User } from '#contract/account';
import { searchMembers } from '#contract/members';
import { call } from '../../api/call.ts';
import { MemberGrid, MemberGridSkeleton } from '../../cards/member-grid.tsx';
import { InstallSlot } from '../../pwa/install-slot.tsx';
import { keys } from '../../session/keys.ts';
import { chatsQuery, likesQuery } from '../../session/queries.ts';
import { useUser } from '../../session/user.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Greeting } from './greeting.tsx';
import { LikesCard, TaskCards } from './home-cards.tsx';
import { QuietLead } from './quiet-lead.tsx';
import { newestWaiting, WaitingLead } from './waiting-lead.tsx';
import './home.css';

const SHOWN = 8;

const newMembersQuery = {
  queryKey: keys.search('home'),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(searchMembers, { source: 'home', sort: 'new', photo: '0', online: '0', new_here: '0', pp: SHOWN, do_not_save: '1' } as const, {
      signal,
    }),
  staleTime: 5 * 60_000,
};

function Lead() {
  const chats = useQuery(chatsQuery);
  const members = useQuery(newMembersQuery);
  if (chats.isError && !chats.data)
    return (
      <div className="panel">
        <ErrorPanel error={chats.error} onRetry={chats.refetch} />
      </div>
    );
  if (!chats.data) return <div className="lead skel" aria-busy="true" />;
  const waiting = newestWaiting(chats.data.chats);
  return waiting ? <WaitingLead chat={waiting} /> : <QuietLead faces={members.data?.profiles ?? []} />;
}

function Cards({ user }: { user: User }) {
  const likes = useQuery(likesQuery);
  return (
    <div className="home-cards">
      {likes.data && <LikesCard likes={likes.data} />}
      {likes.isPending && <div className="panel home-card skel" aria-busy="true" />}
      <TaskCards user={user} matches={likes.data?.totals.matches ?? 0} />
    </div>
  );
}

function NewMembers() {
  const { t } = useTranslation('home');
  const members = useQuery(newMembersQuery);
  if (members.isPending) return <MemberGridSkeleton count={SHOWN} />;
  if (members.isError)
    return (
      <div className="panel">
        <ErrorPanel error={members.error} onRetry={members.refetch} isRetrying={members.isFetching} />
      </div>
    );
  if (members.data.profiles.length > 0) return <MemberGrid profiles={members.data.profiles} label={t('new_title')} />;
  const action = (
    <ButtonLink to="/members" tone="quiet">
      {t('new_empty_action')}
    </ButtonLink>
  );
  return (
    <div className="panel">
      <Empty icon="compass" title={t('new_empty_title')} text={t('new_empty_text')} action={action} />
    </div>
  );
}

export function Screen() {
  const { t } = useTranslation('home');
  const user = useUser();
  if (!user) return null;
  return (
    <>
      <Greeting user={user} />
      <div className="home-top">
        <Lead />
        <Cards user={user} />
        <InstallSlot />
      </div>
      <section className="sec" aria-labelledby="new-title">
        <div className="sec-head">
          <h2 className="d d28" id="new-title">
            {t('new_title')}
          </h2>
          <Link className="link" to="/members">
            {t('see_all')}
          </Link>
        </div>
        <NewMembers />
      </section>
    </>
  );
}
