import { type Statement, together } from '#db/client';
import { type DueSummary, putOffSummary, type SummaryKind, summariesDue, writeSummary } from '#db/queries/notifications/digests';
import type { Context } from '../../domain/context.ts';
import { endOfQuiet } from '../../domain/notification-preferences.ts';
import { randomId } from '../../lib/crypto.ts';
import type { MailContext } from '../../mail/compose-mail.ts';
import { digestMail } from './digest-mail.ts';
import { nextSummaries } from './digest-schedule.ts';

const AT_ONCE = 100;
/** Rounds of one run: all members of a time zone are due at the same minute. */
const MOST_ROUNDS = 20;

type Sweep = MailContext & Pick<Context, 'db'> & { readonly canMail: boolean };

/**
 * Writes the summaries that are due, by mail and push, each once: what is new since the last one. Nothing is written if nothing is new, and
 * in quiet hours the summary is put off until their end. Mails are written only if there is a mail server to take them, `canMail`
 * (docs/product.md, "Daily and weekly summaries").
 */
export async function sendSummaries(ctx: Sweep): Promise<void> {
  for (const every of ['daily', 'weekly'] as const) {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const due = await summariesDue(ctx.db, every, ctx.now, AT_ONCE);
      const writes = await Promise.all(due.map((member) => summaryOf(ctx, every, member)));
      const [first, ...rest]: Statement[] = writes.flat();
      if (first) await together(ctx.db, [first, ...rest]);
      if (due.length < AT_ONCE) break;
    }
  }
}

async function summaryOf(ctx: Sweep, every: SummaryKind, member: DueSummary): Promise<readonly Statement[]> {
  const { db, now } = ctx;
  const quietUntil = endOfQuiet(now, member.timezone, member.quietFrom, member.quietTo);
  if (quietUntil !== null) return [putOffSummary(db, every, member, quietUntil)];
  const isMailed = ctx.canMail && member.messages + member.matches + member.likes + member.offers > 0;
  const push = {
    id: randomId(),
    memberId: member.id,
    kind: 'digest',
    tag: 'digest',
    count: member.pushed,
    createdAt: now,
    dueAt: now,
  } as const;
  return writeSummary(db, every, member, {
    now,
    next: member.isAsked ? nextSummaries(now, member.timezone)[every] : null,
    mail: isMailed ? { ...(await digestMail(ctx, member, every, member)), dueAt: now } : null,
    push: member.pushed > 0 ? push : null,
  });
}
