import type { activateByLink as endpoint } from '#contract/account';
import type { ParsedInputOf } from '#contract/endpoint';
import { together } from '#db/client';
import { confirmMember } from '#db/queries/account';
import type { Context } from '../../domain/context.ts';
import { readToken } from '../../domain/tokens.ts';
import { writeEvents } from '../../platform/publish.ts';

/** Opens an account from its mail. Mail scanners open links first, so it works as often as it is asked and signs nobody in. */
export async function activateByLink(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<string> {
  const claims = await readToken(ctx.env.SIGNING_KEY, 'activate', input.token, ctx.now);
  if (!claims) return '/activate/error';
  const [confirmed, events] = await together(ctx.db, [
    confirmMember(ctx.db, claims.member, claims.email),
    writeEvents(ctx.db, [{ to: claims.member, event: { type: 'user.changed' } }], ctx.now),
  ]);
  ctx.publish({ events });
  return confirmed[0]?.status === 'active' ? '/activate/done' : '/activate/error';
}
