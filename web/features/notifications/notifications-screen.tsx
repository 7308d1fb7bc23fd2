import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { chatsQuery, likesQuery } from '../../session/queries.ts';
import { useSwitch } from '../../session/switches.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { IncorrectChange } from './incorrect-change.tsx';
import { NoticeList } from './notice-list.tsx';
import { noticesOf } from './notices.ts';
import './notifications.css';

const SKELETONS = ['a', 'b', 'c', 'd'];

function Loading() {
  const { t } = useTranslation('notifications');
  return (
    <div className="list" role="status" aria-busy="true" aria-label={t('loading')}>
      {SKELETONS.map((key) => (
        <div className="item" key={key}>
          <span className="notice-face skel" />
          <span className="grow notice-lines">
            <span className="skel skel-line" />
            <span className="skel skel-line" />
          </span>
        </div>
      ))}
    </div>
  );
}

function Quiet() {
  const { t } = useTranslation('notifications');
  const action = (
    <ButtonLink to="/members" tone="quiet">
      {t('empty_action')}
    </ButtonLink>
  );
  return (
    <div className="panel">
      <Empty icon="bell" title={t('empty_title')} text={t('empty_text')} action={action} />
    </div>
  );
}

function Notices() {
  const { t } = useTranslation('notifications');
  const chats = useQuery(chatsQuery);
  const likes = useQuery(likesQuery);
  if (chats.data && likes.data) {
    const { fresh, earlier } = noticesOf(chats.data.chats, likes.data);
    if (fresh.length + earlier.length === 0) return <Quiet />;
    return (
      <>
        <NoticeList title={t('new')} notices={fresh} isFresh />
        <NoticeList title={t('earlier')} notices={earlier} />
        {earlier.length > 0 && (
          <ButtonLink to="/likes/liked_by" tone="quiet" small>
            {t('all_likes')}
          </ButtonLink>
        )}
      </>
    );
  }
  const broken = [chats, likes].find(({ isError, data }) => isError && !data);
  if (!broken) return <Loading />;
  const retry = () => Promise.all([chats.refetch(), likes.refetch()]);
  return (
    <div className="panel">
      <ErrorPanel error={broken.error} onRetry={retry} isRetrying={chats.isFetching || likes.isFetching} />
    </div>
  );
}

export function Screen() {
  const { t } = useTranslation('notifications');
  const hasHeader = useSwitch('notifications', 'header');
  const { hash } = useLocation();
  return (
    <>
      <header className={hasHeader ? 'head' : 'vh'}>
        <h1 className="d d28">{t('title')}</h1>
      </header>
      {hash === '#email-change-incorrect' && <IncorrectChange />}
      <div className="notices-column">
        <Notices />
      </div>
    </>
  );
}
