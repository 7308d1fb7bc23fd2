import { useRef } from 'react';
import { useLocation } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSwitch } from '../../session/feature-flags.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FailureNote } from '../../ui/forms/failure-note.tsx';
import { useGoingOn } from '../../ui/lists/focus-added-items.ts';
import { useNamedSection } from '../../ui/navigation/hash-target.ts';
import { IncorrectChange } from './email-change-warning.tsx';
import { isPasswordInDoubt } from './notification-items.ts';
import { NoticeList } from './notification-list.tsx';
import { type Notices, useNotices, useReadAll } from './notification-queries.ts';
import { SettingsPanel } from './settings-panel.tsx';
import './notifications.css';

const SKELETONS = ['a', 'b', 'c', 'd', 'e'];

function Loading() {
  const { t } = useTranslation('notifications');
  return (
    <div className="list" role="status" aria-busy="true" aria-label={t('loading')}>
      {SKELETONS.map((key) => (
        <div className="item notice" key={key}>
          <span className="notice-sys skel" />
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

/** The loaded notifications, with a button that loads earlier ones. */
function Everything({ list }: { list: Notices }) {
  const { t } = useTranslation('notifications');
  const nextPageError = list.isFetchNextPageError ? list.error : null;
  const { area, goOn: focusNextAdded } = useGoingOn(
    list.notices.map(({ id }) => id),
    nextPageError,
    'li',
  );
  const showEarlier = () => {
    focusNextAdded();
    void list.fetchNextPage();
  };
  return (
    <div ref={area} className="notices-all">
      <NoticeList notices={list.notices} />
      {nextPageError && <ErrorPanel error={nextPageError} onRetry={list.fetchNextPage} isRetrying={list.isFetchingNextPage} />}
      {list.hasNextPage && !nextPageError && (
        <Button tone="quiet" small busy={list.isFetchingNextPage} onClick={showEarlier}>
          {t('show_earlier')}
        </Button>
      )}
    </div>
  );
}

function Listed({ list }: { list: Notices }) {
  if (list.data) return list.notices.length > 0 ? <Everything list={list} /> : <Quiet />;
  if (!list.isError) return <Loading />;
  return (
    <div className="panel">
      <ErrorPanel error={list.error} onRetry={list.refetch} isRetrying={list.isFetching} />
    </div>
  );
}

/** Scrolls to the section of the address's hash. To be mounted once the page has its full height. */
function Arrival() {
  useNamedSection();
  return null;
}

export function Screen() {
  const { t } = useTranslation('notifications');
  const hasHeader = useSwitch('notifications', 'header');
  const { hash } = useLocation();
  const list = useNotices();
  const { readAll, isRead, failure } = useReadAll(list.notices[0]?.at);
  const column = useRef<HTMLElement>(null);
  const pressReadAll = () => {
    // The button disappears with the last unread notification.
    column.current?.focus({ preventScroll: true });
    void readAll();
  };
  return (
    <>
      <header className={hasHeader || list.unread > 0 ? 'head' : 'vh'}>
        <h1 className={hasHeader ? 'd d28' : 'vh'}>{t('title')}</h1>
        {list.unread > 0 && (
          <Button tone="soft" small className="notices-read" onClick={pressReadAll}>
            {t('read_all')}
          </Button>
        )}
      </header>
      {hash === '#email-change-incorrect' && isPasswordInDoubt(list.notices) && <IncorrectChange />}
      <div className="notices-page">
        <section className="notices-column" ref={column} tabIndex={-1} aria-label={t('title')}>
          <FailureNote error={failure} />
          <p className="vh" role="status">
            {isRead && list.unread === 0 && t('all_read')}
          </p>
          <Listed list={list} />
        </section>
        <SettingsPanel settings={list.settings} isMissing={list.isError && !list.data} />
      </div>
      {(list.data || list.isError) && <Arrival />}
    </>
  );
}
