import { latestMailsOfMember } from '#db/queries/account/members';
import type { Context } from '../../domain/context.ts';
import { asMember } from '../../domain/require-session.ts';

/** Whether the mail server has accepted the newest activation mail. */
export async function getActivation(ctx: Context): Promise<{ delivered: boolean }> {
  const [, mails] = await asMember(ctx, (id, db) => [latestMailsOfMember(db, id, 'activation', 1)]);
  return { delivered: mails[0] !== undefined && mails[0].acceptedAt !== null };
}
