import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FictionalLabel } from '../../cards/fictional-label.tsx';
import { formatExact, formatRelative } from '../../i18n/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import type { Notice } from './notices.ts';

const ICONS: Record<Notice['kind'], IconName> = { message: 'message-circle', like: 'heart', match: 'heart' };

function NoticeItem({ notice, isFresh }: { notice: Notice; isFresh: boolean }) {
  const { t } = useTranslation('notifications');
  const { profile, kind, count, at } = notice;
  const name = profile.name || t('gone_name');
  return (
    <Link className={isFresh ? 'item notice is-new' : 'item notice'} to={notice.to}>
      <span className="av-w">
        <Avatar image={profile.main_image} name={profile.name} size={52} />
        <span className="notice-kind">
          <Icon name={ICONS[kind]} size="xs" />
        </span>
      </span>
      <span className="grow">
        <span className="notice-text">
          <Trans t={t} i18nKey={kind} count={count} values={{ name }} components={{ b: <b /> }} />{' '}
          {profile.is_fictional && <FictionalLabel />}
        </span>
        <time className="soft small" dateTime={at} title={formatExact(at)}>
          {formatRelative(at)}
        </time>
      </span>
      {isFresh && (
        <>
          <i className="notice-dot" />
          <span className="vh">{t('unread')}</span>
        </>
      )}
    </Link>
  );
}

export function NoticeList({ title, notices, isFresh = false }: { title: string; notices: readonly Notice[]; isFresh?: boolean }) {
  if (notices.length === 0) return null;
  return (
    <section className="notices" aria-label={title}>
      <h2 className="soft b small">{title}</h2>
      <ul className="list">
        {notices.map((notice) => (
          <li key={notice.id}>
            <NoticeItem notice={notice} isFresh={isFresh} />
          </li>
        ))}
      </ul>
    </section>
  );
}
