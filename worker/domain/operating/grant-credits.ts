import { batch, type Database, violatedConstraint } from '#db/client';
import { type MemberRow, memberById } from '#db/queries/account/members';
import { giveCredits } from '#db/queries/credits/settlement';
import { randomId } from '../../lib/crypto.ts';
import { accountExists } from '../account-status.ts';
import { ImpossibleAct } from './impossible-act.ts';
import { type ProvenActor, recordAct } from './record-act.ts';

/** Credits for a member. `id` names the grant: the same one is never given twice. */
export interface CreditGrant {
  readonly id: string;
  readonly memberId: string;
  readonly amount: number;
  readonly reason: string;
}

const SAME_GRANT = 'UNIQUE credit_lots.source, credit_lots.reference';
const SAME_ID = 'UNIQUE credit_lots.id';

/**
 * Plans to give a member credits as a gift, a debt first. Throws ImpossibleAct: `not_found`, `account_gone`; `apply` gives the balance and
 * throws `exists` for a grant that was made before.
 */
export async function planGrant(db: Database, now: number, actor: ProvenActor, grant: CreditGrant) {
  const { id, memberId, amount, reason } = grant;
  const [member]: MemberRow[] = await memberById(db, memberId);
  if (!member) throw new ImpossibleAct('not_found');
  if (!accountExists(member)) throw new ImpossibleAct('account_gone');
  const event = { id: randomId(), memberId, event: { type: 'credits.changed', credits: 0 }, createdAt: now, dueAt: now };
  return {
    apply: async (): Promise<{ readonly credits: number }> => {
      try {
        const { memberAfter } = await batch(db, {
          act: recordAct(db, now, actor, { act: 'credits_granted', aboutId: memberId, amount, reason }),
          ...giveCredits(db, { id, memberId, amount, note: reason, now }, event),
        });
        const [after] = memberAfter;
        if (!after) throw new ImpossibleAct('changed');
        return after;
      } catch (error) {
        const constraint = violatedConstraint(error);
        if (constraint === SAME_GRANT || constraint === SAME_ID) throw new ImpossibleAct('exists');
        throw error;
      }
    },
  };
}
