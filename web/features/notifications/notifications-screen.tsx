import { useRef } from 'react';
import { useLocation } from 'react-router';
import kofi from '../../../assets/portraits/site/small/kofi.webp';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFeatureFlag } from '../../session/feature-flags.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FailureNote } from '../../ui/forms/failure-note.tsx';
import { useFocusAddedItems } from '../../ui/lists/focus-added-items.ts';
import { useScrollToHash } from '../../ui/navigation/hash-target.ts';
import { EmailChangeWarning } from './email-change-warning.tsx';
import { isPasswordPossiblyKnown } from './notification-items.ts';
import { NotificationList } from './notification-list.tsx';
import { type NotificationsResult, useMarkAllRead, useMarkSeen, useNotifications } from './notification-queries.ts';
import { SettingsPanel } from './settings-panel.tsx';
import './notifications.css';

const SKELETON_KEYS = ['a', 'b', 'c', 'd', 'e'];

function NotificationsSkeleton() {
  const { t } = useTranslation('notifications');
  return (
    <div className="list" role="status" aria-busy="true" aria-label={t('loading')}>
      {SKELETON_KEYS.map((key) => (
        <div className="list-item notification" key={key}>
          <span className="notification-icon skeleton" />
          <span className="flex-grow notification-skeleton-lines">
            <span className="skeleton skeleton-line" />
            <span className="skeleton skeleton-line" />
          </span>
        </div>
      ))}
    </div>
  );
}

function NoNotifications() {
  const { t } = useTranslation('notifications');
  const action = (
    <ButtonLink to="/members" tone="quiet">
      {t('empty_action')}
    </ButtonLink>
  );
  return (
    <div className="panel">
      <EmptyState faces={[kofi]} icon="bell" title={t('empty_title')} text={t('empty_text')} action={action} />
    </div>
  );
}

/** The loaded notifications, with a button that loads earlier ones. */
function PagedNotifications({ list }: { list: NotificationsResult }) {
  const { t } = useTranslation('notifications');
  const nextPageError = list.isFetchNextPageError ? list.error : null;
  const { area, goOn: focusNextAdded } = useFocusAddedItems(
    list.notifications.map(({ id }) => id),
    nextPageError,
    'li',
  );
  const showEarlier = () => {
    focusNextAdded();
    void list.fetchNextPage();
  };
  return (
    <div ref={area} className="notifications-paged">
      <NotificationList notifications={list.notifications} />
      {nextPageError && <ErrorPanel error={nextPageError} onRetry={list.fetchNextPage} isRetrying={list.isFetchingNextPage} />}
      {list.hasNextPage && !nextPageError && (
        <Button tone="quiet" small busy={list.isFetchingNextPage} onClick={showEarlier}>
          {t('show_earlier')}
        </Button>
      )}
    </div>
  );
}

function NotificationsContent({ list }: { list: NotificationsResult }) {
  if (list.data) return list.notifications.length > 0 ? <PagedNotifications list={list} /> : <NoNotifications />;
  if (!list.isError) return <NotificationsSkeleton />;
  return (
    <div className="panel">
      <ErrorPanel error={list.error} onRetry={list.refetch} isRetrying={list.isFetching} />
    </div>
  );
}

/** Scrolls to the section of the address's hash. To be mounted once the page has its full height. */
function ScrollToHashTarget() {
  useScrollToHash();
  return null;
}

export function Screen() {
  const { t } = useTranslation('notifications');
  const hasHeader = useFeatureFlag('notifications', 'header');
  const { hash } = useLocation();
  const list = useNotifications();
  const newest = list.notifications[0]?.at;
  useMarkSeen(newest);
  const { readAll, hasMarkedAll, failure } = useMarkAllRead(newest);
  const column = useRef<HTMLElement>(null);
  const pressReadAll = () => {
    // The button disappears with the last unread notification.
    column.current?.focus({ preventScroll: true });
    void readAll();
  };
  return (
    <>
      <header className={hasHeader || list.unreadCount > 0 ? 'page-head' : 'visually-hidden'}>
        <h1 className={hasHeader ? 'display display-28' : 'visually-hidden'}>{t('title')}</h1>
        {list.unreadCount > 0 && (
          <Button tone="soft" small className="mark-all-read" onClick={pressReadAll}>
            {t('read_all')}
          </Button>
        )}
      </header>
      {hash === '#email-change-incorrect' && isPasswordPossiblyKnown(list.notifications) && <EmailChangeWarning />}
      <div className="notifications-page">
        <section className="notifications-column" ref={column} tabIndex={-1} aria-label={t('title')}>
          <FailureNote error={failure} />
          <p className="visually-hidden" role="status">
            {hasMarkedAll && list.unreadCount === 0 && t('all_read')}
          </p>
          <NotificationsContent list={list} />
        </section>
        <SettingsPanel settings={list.settings} isMissing={list.isError && !list.data} />
      </div>
      {(list.data || list.isError) && <ScrollToHashTarget />}
    </>
  );
}
