import { batch, type Statement } from '#db/client';
import { type DueSummary, postponeSummary, type SummaryKind, summariesDue, writeSummary } from '#db/queries/notifications/summaries';
import type { Context } from '../../domain/context.ts';
import { quietHoursEndAt } from '../../domain/notification-preferences.ts';
import { randomId } from '../../lib/crypto.ts';
import { inRounds } from '../../lib/rounds.ts';
import type { MailContext } from '../../mail/compose-mail.ts';
import { summaryMail } from './summary-mail.ts';
import { nextSummaries } from './summary-schedule.ts';

/** Members of one run, for daily and for weekly summaries: all members of a time zone are due at the same minute. */
const BOUNDS = { size: 100, rows: 2_000, perSecond: 100 };

type SweepContext = MailContext & Pick<Context, 'db'> & { readonly canMail: boolean };

/**
 * Writes the summaries that are due, by mail and push, each once: what is new since the last one. Nothing is written if nothing is new, and
 * in quiet hours the summary is put off until their end. Mails are written only if there is a mail server to take them, `canMail`
 * (docs/product.md, "Daily and weekly summaries").
 */
export async function sendSummaries(ctx: SweepContext): Promise<void> {
  for (const every of ['daily', 'weekly'] as const) {
    await inRounds(BOUNDS, async (limit) => {
      const due = await summariesDue(ctx.db, every, ctx.now, limit);
      const writes = await Promise.all(due.map((member) => summaryOf(ctx, every, member)));
      const [first, ...rest]: Statement[] = writes.flat();
      if (first) await batch(ctx.db, [first, ...rest]);
      return due.length;
    });
  }
}

async function summaryOf(ctx: SweepContext, every: SummaryKind, member: DueSummary): Promise<readonly Statement[]> {
  const { db, now } = ctx;
  const quietUntil = quietHoursEndAt(now, member.timezone, member.quietFrom, member.quietTo);
  if (quietUntil !== null) return [postponeSummary(db, every, member, quietUntil)];
  const isMailed = ctx.canMail && member.messages + member.matches + member.likes + member.offers > 0;
  const push = {
    id: randomId(),
    memberId: member.id,
    kind: 'summary',
    tag: 'summary',
    count: member.pushCount,
    createdAt: now,
    dueAt: now,
  } as const;
  return writeSummary(db, every, member, {
    now,
    next: member.isWanted ? nextSummaries(now, member.timezone)[every] : null,
    mail: isMailed ? { ...(await summaryMail(ctx, member, every, member)), dueAt: now } : null,
    push: member.pushCount > 0 ? push : null,
  });
}
