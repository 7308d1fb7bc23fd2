import type { unsubscribe as endpoint } from '#contract/account-changes';
import type { ParsedInputOf } from '#contract/endpoint';
import { batch } from '#db/client';
import { unsubscribeFromMails } from '#db/queries/notifications/notification-settings';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { refuseFields } from '../../domain/errors.ts';
import { readToken } from '../../lib/tokens.ts';

/**
 * Ends the mails to a member, except those about the account, by the link in one of them, as often as it is used (RFC 8058;
 * docs/product.md, "Unsubscribing by link").
 */
export async function unsubscribe(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const claims = await readToken(ctx.env.SIGNING_KEY, 'unsubscribe', input.token, ctx.now);
  if (!claims) return refuseFields({ token: 'expired' });
  const event = eventOutboxRow(claims.member, { type: 'user.changed' }, ctx.now);
  const { changedEvent } = await batch(ctx.db, unsubscribeFromMails(ctx.db, event));
  ctx.publish({ events: writtenEvents(changedEvent) });
}
