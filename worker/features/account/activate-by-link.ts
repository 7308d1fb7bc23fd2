import type { activateByLink as endpoint } from '#contract/account-changes';
import type { ParsedInputOf } from '#contract/endpoint';
import { batch } from '#db/client';
import { confirmMember } from '#db/queries/account/members';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import { announceLikesOfConfirmed } from '../../delivery/held-likes.ts';
import { statusesBefore } from '../../domain/account-status.ts';
import type { Context } from '../../domain/context.ts';
import { readToken } from '../../lib/tokens.ts';

/**
 * Confirms the address of an account by the link in its activation mail and answers the page to redirect to. Mail scanners open links by
 * themselves, so the link works repeatedly and signs nobody in (docs/product.md, "Activation link").
 */
export async function activateByLink(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<string> {
  const claims = await readToken(ctx.env.SIGNING_KEY, 'activate', input.token, ctx.now);
  if (!claims) return '/activate/error';
  const event = eventOutboxRow(claims.member, { type: 'user.changed' }, ctx.now);
  const { heldLikes, confirmedMember, userEvent } = await batch(
    ctx.db,
    confirmMember(ctx.db, claims.email, statusesBefore('confirm'), event),
  );
  ctx.publish({ events: writtenEvents(userEvent) });
  if (heldLikes.length > 0) ctx.later(() => announceLikesOfConfirmed(ctx, claims.member));
  return confirmedMember[0] ? '/activate/done' : '/activate/error';
}
