import { latestMailsOfMember } from '#db/queries/account/members';
import type { Context } from '../../domain/context.ts';
import { requireSession } from '../../domain/require-session.ts';

/** Whether the mail server has accepted the newest activation mail. */
export async function getActivation(ctx: Context): Promise<{ delivered: boolean }> {
  const {
    mails: [newest],
  } = await requireSession(ctx, (id, db) => ({ mails: latestMailsOfMember(db, id, 'activation', 1) }));
  return { delivered: newest !== undefined && newest.acceptedAt !== null };
}
