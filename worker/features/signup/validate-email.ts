import * as v from 'valibot';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { EmailAddress } from '#contract/primitives';
import type { validateEmail as endpoint } from '#contract/signup';
import { batch } from '#db/client';
import { statusByEmail } from '#db/queries/account/members';
import type { Context } from '../../domain/context.ts';
import { isDisposable } from '../../domain/disposable-email.ts';
import { countLimits, enforceLimits } from '../../domain/limits.ts';
import { createToken } from '../../lib/tokens.ts';

/** The status of an address for the sign-up form. A free one gets the token that the sign-up needs (docs/product.md, "Address check"). */
export async function validateEmail(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { settings, now, db } = ctx;
  const address = v.safeParse(EmailAddress, input.email);
  const email = address.success ? address.output : '';
  const {
    limitCounts,
    account: [account],
  } = await batch(db, {
    limitCounts: countLimits(ctx, db),
    account: statusByEmail(db, email),
  });
  enforceLimits(ctx, limitCounts);
  if (!address.success || isDisposable(email)) {
    return { token: null, status: 'invalid', email: input.email.trim().slice(0, 254), request_email: input.email };
  }

  const status = account?.status === 'banned' ? 'active' : (account?.status ?? 'new');
  const shown = settings.email_check === 'strict' ? 'new' : status;
  const token = shown === 'new' ? await createToken(ctx.env.SIGNING_KEY, 'email', { email }, now) : null;
  return { token, status: shown, email, request_email: input.email };
}
