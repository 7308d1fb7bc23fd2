import { batch, type Database } from '#db/client';
import { recordActivity } from '#db/queries/cases/case-queue';
import { always, decisionsToEnd } from '#db/queries/cases/decisions';
import { complaintsWithoutCase, reportsWithoutCase } from '#db/queries/cases/open-case';
import { partyOf } from '../../domain/moderation/actor.ts';
import { spanEndStatements } from '../../domain/moderation/decision-effects.ts';
import { openCaseOfComplaint, openCaseOfReport } from '../../domain/moderation/open-case.ts';
import { randomId } from '../../lib/crypto.ts';

/** Rows of each kind in one run; the next run follows a minute later. */
const ROWS_PER_RUN = 50;
const SPAN_RULE = partyOf({ kind: 'rule', rule: 'span' });

/** Opens cases for open reports and complaints that have none: those from before there were cases. */
async function openMissingCases(db: Database): Promise<void> {
  for (const report of await reportsWithoutCase(db, ROWS_PER_RUN)) await batch(db, openCaseOfReport(db, report));
  for (const complaint of await complaintsWithoutCase(db, ROWS_PER_RUN)) await batch(db, openCaseOfComplaint(db, complaint, null));
}

/** Ends pauses and limits whose span is over, and writes it down. */
async function endSpans(db: Database, now: number): Promise<void> {
  for (const { decision, memberId } of await decisionsToEnd(db, now, ROWS_PER_RUN)) {
    const event = { id: randomId(), memberId: memberId ?? '', event: { type: 'user.changed' }, createdAt: now, dueAt: now };
    const entry = { id: randomId(), ...SPAN_RULE, act: 'span_ended', detail: decision.action, createdAt: now } as const;
    await batch(db, {
      ...spanEndStatements({ db, now, event }, decision, memberId),
      activity: recordActivity(db, decision.caseNumber, entry, always),
    });
  }
}

/** What cases need by the clock (docs/product.md, "Decisions"); run by the scheduled handler. */
export async function tendCases(db: Database, now: number): Promise<void> {
  await openMissingCases(db);
  await endSpans(db, now);
}
