import type { activateByLink as endpoint } from '#contract/account';
import type { ParsedInputOf } from '#contract/endpoint';
import { together } from '#db/client';
import { confirmMember } from '#db/queries/account/members';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventRow } from '../../delivery/event-outbox.ts';
import { statesBefore } from '../../domain/account-status.ts';
import type { Context } from '../../domain/context.ts';
import { readToken } from '../../lib/tokens.ts';

/** Opens an account from its mail. Mail scanners open links first, so it works as often as it is asked and signs nobody in. */
export async function activateByLink(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<string> {
  const claims = await readToken(ctx.env.SIGNING_KEY, 'activate', input.token, ctx.now);
  if (!claims) return '/activate/error';
  const event = eventRow(claims.member, { type: 'user.changed' }, ctx.now);
  const [confirmed, told] = await together(ctx.db, confirmMember(ctx.db, claims.email, statesBefore('confirm'), event));
  ctx.publish({ events: writtenEvents(told) });
  return confirmed[0] ? '/activate/done' : '/activate/error';
}
