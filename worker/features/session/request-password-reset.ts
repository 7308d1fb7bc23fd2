import { HOUR } from '#contract/durations';
import type { ParsedInputOf } from '#contract/endpoint';
import type { requestPasswordReset as endpoint } from '#contract/session';
import { batch } from '#db/client';
import { insertMailIfAccountExists } from '#db/queries/account/account-status';
import { memberByEmail } from '#db/queries/account/members';
import { countAttempt } from '#db/queries/shared/attempt-counters';
import { accountExists } from '../../domain/account-status.ts';
import { enforceLimit } from '../../domain/attempt-limit.ts';
import type { Context } from '../../domain/context.ts';
import { randomId, sha256 } from '../../lib/crypto.ts';
import { passwordResetMail } from './password-reset-mail.ts';

/**
 * Mails a link that sets a new password. For an unknown address, or an account that is deleted, banned or fictional, it takes the same
 * steps without a mail, so that neither the answer nor its time tells whether there is an account (docs/product.md, "Forgotten password").
 */
export async function requestPasswordReset(ctx: Context, { email }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now, settings, visitor } = ctx;
  const {
    byAddress,
    byNetwork,
    account: [account],
  } = await batch(db, {
    byAddress: countAttempt(db, `reset:${await sha256(email)}`, HOUR, now),
    byNetwork: countAttempt(db, `reset:${visitor.network}`, HOUR, now),
    account: memberByEmail(db, email),
  });
  enforceLimit(byAddress[0], settings.reset_mails_an_hour);
  enforceLimit(byNetwork[0], settings.resets_an_hour);
  const placeholder = { id: randomId(), email, name: email, locale: visitor.locale, passwordHash: '' };
  const member = account && accountExists(account) && !account.isFictional ? account : placeholder;
  const mails = await insertMailIfAccountExists(db, await passwordResetMail(ctx, member));
  ctx.publish({ mails });
}
