import { type Statement, together } from '#db/client';
import { mailOnceAway, membersToMail, takeBackAwayMails } from '#db/queries/notifications/away-mails';
import type { Context } from '../../domain/context.ts';
import { endOfQuiet } from '../../domain/notification-preferences.ts';
import { MINUTE } from '../../domain/rate-limit.ts';
import type { MailContext } from '../../mail/compose-mail.ts';
import { awayMail } from './away-mail.ts';

const WAITED_MS = 10 * MINUTE;
/** Sweeps come every minute; what several of them have missed is still found for this long after it became due. */
const FOUND_MS = 30 * MINUTE;
const AT_ONCE = 50;

/**
 * Writes the mails about messages, matches and likes that have waited ten minutes for somebody who is away and wants to know at once: one
 * an absence, never across a block, due at once or when their quiet hours end. What waits for that is taken back once they have come by.
 */
export async function mailAwayMembers(ctx: MailContext & Pick<Context, 'db'>): Promise<void> {
  const { db, now } = ctx;
  const before = now - WAITED_MS;
  const [, found] = await together(db, [takeBackAwayMails(db, now), membersToMail(db, before - FOUND_MS, before, AT_ONCE)]);
  const writes = await Promise.all(
    found.map(async (member) => {
      const dueAt = endOfQuiet(now, member.timezone, member.quietFrom, member.quietTo) ?? now;
      return mailOnceAway(db, member.lastActiveAt, { ...(await awayMail(ctx, member, member)), dueAt });
    }),
  );
  const [first, ...rest]: Statement[] = writes.flat();
  if (first) await together(db, [first, ...rest]);
}
