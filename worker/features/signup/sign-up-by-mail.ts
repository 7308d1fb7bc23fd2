import { HOUR } from '#contract/durations';
import type { ParsedInputOf } from '#contract/endpoint';
import type { signUp as endpoint } from '#contract/signup';
import { batch, violatedConstraint } from '#db/client';
import type { MemberRow } from '#db/queries/account/members';
import { insertMail, insertMailOnceSince } from '#db/queries/shared/mail-queue';
import type { Context } from '../../domain/context.ts';
import { EMAIL_TAKEN_CONSTRAINT, isSameForm, prepareAccount } from './account-creation.ts';
import { accountExistsMail } from './account-exists-mail.ts';

type Input = ParsedInputOf<typeof endpoint>;

/**
 * A sign-up whose answer does not tell whether the address was taken; only the mail tells it (docs/product.md, "Strict address check").
 * Both cases cost one scrypt and one batch, so that they take the same time.
 */
export async function signUpByMail(ctx: Context, input: Input, existing: MemberRow | undefined): Promise<void> {
  if (existing) return notifyOwner(ctx, input, existing);
  const { statements, mail } = await prepareAccount(ctx, input);
  try {
    const { mails } = await batch(ctx.db, { ...statements, mails: insertMail(ctx.db, mail) });
    ctx.publish({ mails });
  } catch (error) {
    // The form was sent twice at once: the other request has created the account and its mail.
    if (violatedConstraint(error) !== EMAIL_TAKEN_CONSTRAINT) throw error;
  }
}

/** Mails the owner of a taken address, at most once an hour to prevent floods, and not for the form that created the account. */
async function notifyOwner(ctx: Context, input: Input, member: MemberRow): Promise<void> {
  if (await isSameForm(input, member)) return;
  const mails = await insertMailOnceSince(ctx.db, accountExistsMail(ctx, member), ctx.now - HOUR);
  ctx.publish({ mails });
}
