import type { listDecisions as endpoint } from '#contract/cases';
import type { OutputOf } from '#contract/endpoint';
import { batch } from '#db/client';
import { decisionsAbout } from '#db/queries/cases/decisions';
import { memberOfSession } from '#db/queries/shared/sessions';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { decisionOf } from '../../domain/moderation/decision-statement.ts';

/**
 * The decisions about the caller with their reasons (docs/product.md, "Statement of reasons"). A banned member reads them, too: the ban is one of
 * them. Refuses with `signed_out`.
 */
export async function listDecisions({ db, session, now }: Context): Promise<OutputOf<typeof endpoint>> {
  const { credential } = session;
  if (!credential) return refuse('signed_out');
  const {
    member: [member],
    decisions,
  } = await batch(db, {
    member: memberOfSession(db, credential, now),
    decisions: decisionsAbout(db, credential.memberId),
  });
  if (!member) return refuse('signed_out');
  return { decisions: decisions.map((row) => decisionOf(row, now)) };
}
