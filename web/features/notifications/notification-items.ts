import type { Notice, NoticeEvent } from '#contract/notifications';
import { daysAgo } from '../../i18n/days.ts';
import type { IconName } from '../../ui/icon.tsx';

export const PERIODS = ['today', 'week', 'earlier'] as const;
export type Period = (typeof PERIODS)[number];

const DAYS_OF_WEEK = 7;

function periodOf(at: string, now: number): Period {
  const days = daysAgo(at, now);
  if (days <= 0) return 'today';
  return days < DAYS_OF_WEEK ? 'week' : 'earlier';
}

/** What happened today, in the six days before, and earlier, each as it came; days are those of this device, a period without any is left out. */
export function byPeriod(notices: readonly Notice[], now = Date.now()): { period: Period; notices: Notice[] }[] {
  const found = Map.groupBy(notices, ({ at }) => periodOf(at, now));
  return PERIODS.flatMap((period) => {
    const its = found.get(period);
    return its ? [{ period, notices: its }] : [];
  });
}

const EVENT_ICONS: Record<NoticeEvent, IconName> = {
  password_changed: 'lock',
  mail_changed: 'mail',
  mail_change_undone: 'shield-check',
  new_device: 'smartphone',
  refund: 'coins',
  order_returned: 'undo-2',
  charged_back: 'triangle-alert',
  unusual_spending: 'info',
  premium_renewed: 'crown',
  premium_not_renewed: 'clock',
  time_bonus: 'badge-percent',
};
const ICONS: Record<Notice['kind'], IconName> = {
  message: 'message-circle',
  like: 'heart',
  match: 'heart',
  account: 'user-round',
  offer: 'gift',
};

/** The sign of what happened. A match is the heart of a like, filled. */
export const iconOf = ({ kind, event }: Notice): IconName => (event ? EVENT_ICONS[event] : ICONS[kind]);

/** The key of its sentence. A conversation that is read has no number of messages any more. */
export function sentenceOf({ kind, event, count }: Notice) {
  if (event) return `event_${event}` as const;
  return kind === 'message' && count === 0 ? 'message_read' : kind;
}

/** Whether a change of address was taken back after the password was last changed: until then whoever asked for it may know that password. */
export function isPasswordInDoubt(notices: readonly Pick<Notice, 'event'>[]): boolean {
  const latest = notices.find(({ event }) => event === 'mail_change_undone' || event === 'password_changed');
  return latest?.event === 'mail_change_undone';
}

/** A list whose pages were read one after the other may have moved in between. */
export const onlyOnce = (notices: readonly Notice[]): Notice[] => [...new Map(notices.map((notice) => [notice.id, notice])).values()];

interface Page {
  readonly items: readonly Notice[];
}

/** A page of the list once all until `readTo` is read; what came after it stays as it is. */
export const readUntil = <P extends Page>(page: P, readTo: string): P => ({
  ...page,
  items: page.items.map((notice) => (Date.parse(notice.at) <= Date.parse(readTo) ? { ...notice, is_read: true } : notice)),
});
