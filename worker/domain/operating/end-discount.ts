import { batch, type Database } from '#db/client';
import { discountEndOf, endDiscount } from '#db/queries/discounts/discounts';
import { previousStatementWrote } from '#db/queries/shared/event-outbox';
import { ImpossibleAct } from './impossible-act.ts';
import { type ProvenActor, recordAct } from './record-act.ts';

/**
 * Plans to end a discount; orders that were made with it keep it. Throws ImpossibleAct: `not_found`, or `ended` if it had ended before;
 * `apply` throws `changed`.
 */
export async function planEndDiscount(db: Database, now: number, actor: ProvenActor, discount: { code: string; reason?: string }) {
  const { code, reason } = discount;
  const [found] = await discountEndOf(db, code);
  if (!found) throw new ImpossibleAct('not_found');
  if (found.endsAt !== null && found.endsAt <= now) throw new ImpossibleAct('ended');
  return {
    apply: async (): Promise<void> => {
      const act = { act: 'discount_ended', subject: code, ...(reason === undefined ? {} : { reason }) } as const;
      const { ended } = await batch(db, {
        ended: endDiscount(db, code, found.endsAt, now),
        act: recordAct(db, now, actor, act, previousStatementWrote),
      });
      if (ended.length === 0) throw new ImpossibleAct('changed');
    },
  };
}
