import { MINUTE } from '#contract/durations';
import { batch, type Statement } from '#db/client';
import { absentMembersToMail, insertAbsenceMail } from '#db/queries/notifications/absence-mails';
import type { Context } from '../../domain/context.ts';
import { quietHoursEndAt } from '../../domain/notification-preferences.ts';
import { inRounds } from '../../lib/rounds.ts';
import type { MailContext } from '../../mail/compose-mail.ts';
import { absenceMail } from './absence-mail.ts';

/** How long something has to wait unseen before it is mailed. */
const ABSENCE_MAIL_DELAY_MS = 10 * MINUTE;
/** Sweeps run every minute. If several are missed, what became due in this time is still found. */
const CATCH_UP_MS = 30 * MINUTE;
const BOUNDS = { size: 100, rows: 1_000, perSecond: 100 };

/** The time (ms) after which something has to have come for an absence mail of a run at `now`. */
export const absencesSince = (now: number): number => now - ABSENCE_MAIL_DELAY_MS - CATCH_UP_MS;

/**
 * Writes a mail to each member who is away, wants these mails instantly and has a message, match or like that has waited unseen for 10
 * minutes: one per absence, never across a block, due at once or at the end of quiet hours. Up to 1,000 members in one run; the next one goes on
 * (docs/product.md, "Absence mails").
 */
export async function mailAbsentMembers(ctx: MailContext & Pick<Context, 'db'>): Promise<void> {
  const { db, now } = ctx;
  const waitingSince = now - ABSENCE_MAIL_DELAY_MS;
  await inRounds(BOUNDS, async (limit) => {
    const members = await absentMembersToMail(db, absencesSince(now), waitingSince, limit);
    const writes = await Promise.all(
      members.map(async (member) => {
        const dueAt = quietHoursEndAt(now, member.timezone, member.quietFrom, member.quietTo) ?? now;
        return insertAbsenceMail(db, member.lastActiveAt, { ...(await absenceMail(ctx, member, member)), dueAt });
      }),
    );
    const [first, ...rest]: Statement[] = writes.flat();
    if (first) await batch(db, [first, ...rest]);
    return members.length;
  });
}
