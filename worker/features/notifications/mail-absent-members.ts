import { MINUTE } from '#contract/durations';
import { batch, type Statement } from '#db/client';
import { absentMembersToMail, deleteOutdatedAbsenceMails, insertAbsenceMail } from '#db/queries/notifications/absence-mails';
import type { Context } from '../../domain/context.ts';
import { quietHoursEndAt } from '../../domain/notification-preferences.ts';
import type { MailContext } from '../../mail/compose-mail.ts';
import { absenceMail } from './absence-mail.ts';

/** How long something has to wait unseen before it is mailed. */
const ABSENCE_MAIL_DELAY_MS = 10 * MINUTE;
/** Sweeps run every minute. If several are missed, what became due in this time is still found. */
const CATCH_UP_MS = 30 * MINUTE;
const MEMBERS_PER_RUN = 50;

/**
 * Writes a mail to each member who is away, wants these mails instantly and has a message, match or like that has waited unseen for 10
 * minutes: one per absence, never across a block, due at once or at the end of quiet hours. Mails that wait for that end are deleted first
 * if their member has been active since (docs/product.md, "Absence mails").
 */
export async function mailAbsentMembers(ctx: MailContext & Pick<Context, 'db'>): Promise<void> {
  const { db, now } = ctx;
  const waitingSince = now - ABSENCE_MAIL_DELAY_MS;
  const { members } = await batch(db, {
    deletedMails: deleteOutdatedAbsenceMails(db, now),
    members: absentMembersToMail(db, waitingSince - CATCH_UP_MS, waitingSince, MEMBERS_PER_RUN),
  });
  const writes = await Promise.all(
    members.map(async (member) => {
      const dueAt = quietHoursEndAt(now, member.timezone, member.quietFrom, member.quietTo) ?? now;
      return insertAbsenceMail(db, member.lastActiveAt, { ...(await absenceMail(ctx, member, member)), dueAt });
    }),
  );
  const [first, ...rest]: Statement[] = writes.flat();
  if (first) await batch(db, [first, ...rest]);
}
