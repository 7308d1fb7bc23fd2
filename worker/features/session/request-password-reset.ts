import type { ParsedInputOf } from '#contract/endpoint';
import type { requestPasswordReset as endpoint } from '#contract/passwords';
import { batch } from '#db/client';
import { insertMailIfAccountExists } from '#db/queries/account/account-status';
import { memberByEmail } from '#db/queries/account/members';
import { accountExists } from '../../domain/account-status.ts';
import type { Context } from '../../domain/context.ts';
import { countLimits, enforceLimits } from '../../domain/limits.ts';
import { randomId } from '../../lib/crypto.ts';
import { passwordResetMail } from './password-reset-mail.ts';

/**
 * Mails a link that sets a new password. For an unknown address, or an account that is deleted, banned or fictional, it takes the same
 * steps without a mail, so that neither the answer nor its time tells whether there is an account; likewise for an address that has got as
 * many mails as it may (docs/product.md, "Forgotten password").
 */
export async function requestPasswordReset(ctx: Context, { email }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, visitor } = ctx;
  const {
    limitCounts,
    account: [account],
  } = await batch(db, {
    limitCounts: countLimits(ctx, db),
    account: memberByEmail(db, email),
  });
  const exceeded = enforceLimits(ctx, limitCounts);
  const unconfirmed = { status: 'not_confirmed', statusBefore: null } as const;
  const placeholder = { id: randomId(), email, name: '', locale: visitor.locale, passwordHash: '', ...unconfirmed };
  const isMailed = !exceeded.has('address_mails_an_hour');
  const member = isMailed && account && accountExists(account) && !account.isFictional ? account : placeholder;
  const mails = await insertMailIfAccountExists(db, await passwordResetMail(ctx, member));
  ctx.publish({ mails });
}
