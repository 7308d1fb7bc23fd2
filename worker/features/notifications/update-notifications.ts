import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { FieldCode } from '#contract/errors';
import { type changeNotices as endpoint, NOTICES_UNREAD_MAX } from '#contract/notifications';
import { together } from '#db/client';
import { unreadNotices } from '#db/queries/notifications/notification-list';
import { changeNoticeSettings, type NoticeChange, noticeSettingsOf, planSummaries } from '#db/queries/notifications/notification-settings';
import { insertEventWhen, justWritten, writtenEvents } from '#db/queries/shared/event-outbox';
import { eventRow } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { refuseFields } from '../../domain/errors.ts';
import { asMember } from '../../domain/require-session.ts';
import { nextSummaries } from './digest-schedule.ts';
import { settingsAnswer } from './notification-settings.ts';

type Input = ParsedInputOf<typeof endpoint>;

/**
 * Marks everything until a time as read (docs/product.md, "Read state of notifications") and changes preferences
 * (docs/product.md, "Notification preferences"). What the body does not name stays unchanged.
 */
export async function changeNotices(ctx: Context, input: Input): Promise<OutputOf<typeof endpoint>> {
  const { db, now } = ctx;
  const fields = faultsOf(input);
  const [member] = await asMember(ctx, () => []);
  if (Object.keys(fields).length > 0) refuseFields(fields);
  const event = eventRow(member.id, { type: 'user.changed' }, now);
  const [, eventRows, , settings, unread] = await together(db, [
    changeNoticeSettings(db, member.id, changeOf(input, now)),
    insertEventWhen(db, event, justWritten),
    planSummaries(db, member.id, nextSummaries(now, member.timezone)),
    noticeSettingsOf(db, member.id),
    unreadNotices(db, member.id, NOTICES_UNREAD_MAX + 1),
  ]);
  ctx.publish({ events: writtenEvents(eventRows) });
  return { unread: unread[0]?.unread ?? 0, settings: settingsAnswer(settings[0]) };
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

/** The columns to change. A `read_to` in the future, as a wrong clock names it, counts as now. */
function changeOf({ read_to: readTo, settings }: Input, now: number): NoticeChange {
  const { matrix, quiet_from: from, quiet_to: to } = settings ?? {};
  return {
    ...(matrix ? { matrix } : {}),
    ...(from === undefined || to === undefined ? {} : { quiet: { from, to } }),
    ...(readTo === undefined ? {} : { readTo: Math.min(Date.parse(readTo), now) }),
  };
}
