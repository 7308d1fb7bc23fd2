import { Link } from 'react-router';
import type { NotificationItem } from '#contract/notifications';
import { FictionalLabel } from '../../cards/fictional-label.tsx';
import { QuoteLine } from '../../cards/quotes/quote-block.tsx';
import { countryName, formatEntryTime, formatExact, formatRelative } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Icon } from '../../ui/icon.tsx';
import { Avatar } from '../../ui/images/avatar.tsx';
import { animateRows } from '../../ui/lists/animate-rows.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { groupByPeriod, iconOf, sentenceKeyOf } from './notification-items.ts';

const HOUR_MS = 60 * 60_000;

/** For an hour relative, such as "14 minutes ago"; then 21:14, Yesterday, Thursday or 12 May. */
const notificationTime = (at: string) => (Date.now() - Date.parse(at) < HOUR_MS ? formatRelative(at) : formatEntryTime(at));

function NotificationIcon({ notification }: { notification: NotificationItem }) {
  const { profile } = notification;
  const icon = iconOf(notification);
  if (!profile) {
    return (
      <span className="notification-icon">
        <Icon name={icon} />
      </span>
    );
  }
  return (
    <span className="avatar-frame">
      <Avatar image={profile.main_image} name={profile.name} size={52} />
      <span className={notification.kind === 'match' ? 'notification-kind-icon is-match' : 'notification-kind-icon'}>
        <Icon name={icon} size="xs" />
      </span>
    </span>
  );
}

function NotificationRow({ notification }: { notification: NotificationItem }) {
  const { t } = useTranslation('notifications');
  const { profile, about, count, at, is_read: isRead } = notification;
  const name = profile?.name || t('gone_name');
  const country = notification.country ? countryName(notification.country) : '';
  return (
    <Link className={isRead ? 'list-item notification' : 'list-item notification is-new'} to={notification.url}>
      <NotificationIcon notification={notification} />
      <span className="flex-grow">
        <span className="notification-text">
          <RichText text={t(sentenceKeyOf(notification), { count, name: '', country })} parts={{ b: () => <b>{name}</b> }} />{' '}
          {profile?.is_fictional && <FictionalLabel />}
        </span>
        {about && (
          <span className="notification-quote muted small">
            <QuoteLine quote={about} owner={null} />
          </span>
        )}
        <time className="muted small" dateTime={at} title={formatExact(at)}>
          {notificationTime(at)}
        </time>
      </span>
      {!isRead && (
        <>
          <i className="notification-unread-dot" />
          <span className="visually-hidden">{t('unread')}</span>
        </>
      )}
    </Link>
  );
}

/** The notifications by period. */
export function NotificationList({ notifications }: { notifications: readonly NotificationItem[] }) {
  const { t } = useTranslation('notifications');
  return groupByPeriod(notifications).map(({ period, notifications: group }) => (
    <section key={period} className="notification-group" aria-labelledby={`notifications-${period}`}>
      <h2 className="muted bold small" id={`notifications-${period}`}>
        {t(`period_${period}`)}
      </h2>
      <ul className="list" ref={animateRows}>
        {group.map((notification) => (
          <li key={notification.id}>
            <NotificationRow notification={notification} />
          </li>
        ))}
      </ul>
    </section>
  ));
}
