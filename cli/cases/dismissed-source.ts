import type { Database } from '#db/client';
import { caseOfSource } from '#db/queries/cases/case-queue';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { planDecision } from '../../worker/domain/moderation/decide-case.ts';
import { dismissalOf } from '../../worker/domain/moderation/decision-input.ts';
import { groupedNumber } from '../../worker/lib/reference-number.ts';
import type { Plan } from '../lib/verb.ts';
import { refusable } from './case-command.ts';

/** How a report or complaint is closed: with words for those who wrote it, or with null and without a mail. */
interface Closing {
  readonly source: { readonly reportId: string } | { readonly complaintNumber: string };
  readonly reply: string | null;
  /** The report or complaint, as a sentence begins with it. */
  readonly subject: string;
}

/**
 * The decision by which the case of a report or complaint is dismissed with it. Null if there is none, if it is decided, or if the case has
 * other open sources and stays open without this one. Throws a command error for an appeal that shall be answered, whose case has to be decided.
 */
export async function planDismissal(db: Database, { source, reply, subject }: Closing): Promise<Pick<Plan, 'apply'> | null> {
  const [found] = await caseOfSource(db, source);
  if (found?.status !== 'open') return null;
  const { number } = found;
  if (found.kind === 'appeal' && reply !== null)
    throw new CommandError(`${subject} is an appeal. Decide its case: case decide ${groupedNumber(number)} dismiss|restore --facts TEXT`);
  if (found.others > 0) return null;
  const now = Date.now();
  const input = {
    ...dismissalOf(number),
    reply,
    facts: found.kind === 'appeal' ? 'Closed without an answer.' : '',
    hasLetters: reply !== null,
  };
  const planned = await refusable(number, () => planDecision(db, now, { kind: 'command_line' }, input));
  return { apply: async () => ({ text: '', json: await planned.apply() }) };
}
