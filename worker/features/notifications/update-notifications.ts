import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { FieldCode } from '#contract/errors';
import { type updateNotifications as endpoint, NOTIFICATIONS_UNREAD_MAX } from '#contract/notifications';
import { batch } from '#db/client';
import { unreadNotifications, unseenNotifications } from '#db/queries/notifications/notification-list';
import {
  changeNotificationSettings,
  type NotificationSettingsChange,
  notificationSettingsOf,
  planSummaries,
} from '#db/queries/notifications/notification-settings';
import { badgePatches } from '#db/queries/shared/badge';
import { type EventInsert, type EventPatch, insertEventWhen, previousStatementWrote, writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { refuseFields } from '../../domain/errors.ts';
import { requireSession } from '../../domain/require-session.ts';
import { settingsAnswer } from './notification-settings.ts';
import { nextSummaries } from './summary-schedule.ts';

type Input = ParsedInputOf<typeof endpoint>;

/**
 * Marks everything until a time as read or as seen (docs/product.md, "Read state of notifications") and changes preferences
 * (docs/product.md, "Notification preferences"). What the body does not name stays unchanged.
 */
export async function updateNotifications(ctx: Context, input: Input): Promise<OutputOf<typeof endpoint>> {
  const { db, now } = ctx;
  const fields = faultsOf(input);
  const { member } = await requireSession(ctx, () => ({}));
  if (Object.keys(fields).length > 0) refuseFields(fields);
  const { event, patches } = eventOf(member.id, input, now);
  const { changedEvent, settings, unread, unseen } = await batch(db, {
    changedSettings: changeNotificationSettings(db, member.id, changeOf(input, now)),
    changedEvent: insertEventWhen(db, event, previousStatementWrote, patches),
    plannedSummaries: planSummaries(db, member.id, nextSummaries(now, member.timezone)),
    settings: notificationSettingsOf(db, member.id),
    unread: unreadNotifications(db, member.id, NOTIFICATIONS_UNREAD_MAX + 1),
    unseen: unseenNotifications(db, member.id),
  });
  ctx.publish({ events: writtenEvents(changedEvent) });
  return { unread: unread[0]?.unread ?? 0, unseen: unseen[0]?.unseen ?? 0, settings: settingsAnswer(settings[0]) };
}

/** The event of a change. A look at the list changes one number only, so that it makes the other devices load nothing else. */
function eventOf(
  memberId: string,
  { read_to: readTo, settings }: Input,
  now: number,
): { event: EventInsert; patches: readonly EventPatch[] } {
  if (readTo !== undefined || settings) return { event: eventOutboxRow(memberId, { type: 'user.changed' }, now), patches: [] };
  const event = eventOutboxRow(memberId, { type: 'badge.changed', unread_messages: 0, new_likes: 0 }, now);
  return { event, patches: badgePatches(memberId, '$') };
}

/** The faults of an input: mails about account events cannot be changed, and quiet hours need both ends or neither. */
function faultsOf({ settings = {} }: Input): Record<string, FieldCode> {
  const { matrix, quiet_from: from, quiet_to: to } = settings;
  const mail = matrix?.account?.mail ?? 'now';
  const isIncomplete = typeof from !== typeof to || (from === null) !== (to === null);
  const missing = typeof from === 'string' || (from === null && to === undefined) ? 'settings.quiet_to' : 'settings.quiet_from';
  return {
    ...(mail === 'now' ? {} : { 'settings.matrix.account.mail': 'not_allowed' }),
    ...(isIncomplete ? { [missing]: 'required' } : {}),
  };
}

/** The columns to change. A mark in the future, as a wrong clock names it, counts as now. */
function changeOf({ read_to: readTo, seen_to: seenTo, settings }: Input, now: number): NotificationSettingsChange {
  const { matrix, quiet_from: from, quiet_to: to } = settings ?? {};
  return {
    ...(matrix ? { matrix } : {}),
    ...(from === undefined || to === undefined ? {} : { quiet: { from, to } }),
    ...(readTo === undefined ? {} : { readTo: Math.min(Date.parse(readTo), now) }),
    ...(seenTo === undefined ? {} : { seenTo: Math.min(Date.parse(seenTo), now) }),
  };
}
