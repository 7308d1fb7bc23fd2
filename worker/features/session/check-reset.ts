import type { ParsedInputOf } from '#contract/endpoint';
import type { checkReset as endpoint } from '#contract/passwords';
import type { Context } from '../../domain/context.ts';
import { refuseFields } from '../../domain/errors.ts';
import { accountOfResetToken } from './reset-token.ts';

/** Refuses a mailed link that can no longer set a new password, so that the page says so before one is typed. */
export async function checkReset(ctx: Context, { token }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  if (!(await accountOfResetToken(ctx, token))) refuseFields({ token: 'expired' });
}
