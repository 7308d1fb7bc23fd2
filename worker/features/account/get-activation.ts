import { latestMailsOfMember } from '#db/queries/account/members';
import type { Context } from '../../domain/context.ts';
import { requireSession } from '../../domain/require-session.ts';

/** Whether the mail server has accepted the newest activation mail. */
export async function getActivation(ctx: Context): Promise<{ delivered: boolean }> {
  const [, mails] = await requireSession(ctx, (id, db) => [latestMailsOfMember(db, id, 'activation', 1)]);
  return { delivered: mails[0] !== undefined && mails[0].acceptedAt !== null };
}
