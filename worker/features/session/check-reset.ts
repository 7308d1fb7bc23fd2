import type { ParsedInputOf } from '#contract/endpoint';
import type { checkReset as endpoint } from '#contract/session';
import type { Context } from '../../domain/context.ts';
import { refuseFields } from '../../domain/errors.ts';
import { holderOfReset } from './reset-token.ts';

/** Tells whether a mailed link still sets a new password, so that nobody types one for nothing. */
export async function checkReset(ctx: Context, { token }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  if (!(await holderOfReset(ctx, token))) refuseFields({ token: 'expired' });
}
