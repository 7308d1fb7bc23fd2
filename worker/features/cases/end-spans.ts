import { batch, type Database } from '#db/client';
import { recordActivity } from '#db/queries/cases/case-queue';
import { always, decisionsToEnd } from '#db/queries/cases/decisions';
import { partyOf } from '../../domain/moderation/actor.ts';
import { spanEndStatements } from '../../domain/moderation/decision-effects.ts';
import { randomId } from '../../lib/crypto.ts';
import { inRounds } from '../../lib/rounds.ts';

/** Pauses and limits of one run. */
const BOUNDS = { size: 50, rows: 500, perSecond: 50 };
const SPAN_RULE = partyOf({ kind: 'rule', rule: 'span' });

/** Ends pauses and limits whose span is over, and writes it down (docs/product.md, "Decisions"); run by the scheduled handler. */
export async function endSpans(db: Database, now: number): Promise<void> {
  await inRounds(BOUNDS, async (limit) => {
    const over = await decisionsToEnd(db, now, limit);
    for (const { decision, memberId } of over) {
      const event = { id: randomId(), memberId: memberId ?? '', event: { type: 'user.changed' }, createdAt: now, dueAt: now };
      const entry = { id: randomId(), ...SPAN_RULE, act: 'span_ended', detail: decision.action, createdAt: now } as const;
      await batch(db, {
        ...spanEndStatements({ db, now, event }, decision, memberId),
        activity: recordActivity(db, decision.caseNumber, entry, always),
      });
    }
    return over.length;
  });
}
