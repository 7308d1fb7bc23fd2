import { batch } from '#db/client';
import { endRenewalStatements, finishEndedRenewal } from '../../../delivery/end-renewal.ts';
import type { Context } from '../../../domain/context.ts';
import { requireSession } from '../../../domain/require-session.ts';

/**
 * Stops the renewal: here at once, and at the provider as soon as it can be reached. Premium stays until the end of what is paid for
 * (docs/product.md, "Stopping a renewal").
 */
export async function stopRenewal(ctx: Context): Promise<undefined> {
  const { member } = await requireSession(ctx, () => ({}));
  finishEndedRenewal(ctx, await batch(ctx.db, endRenewalStatements(ctx, member.id)));
}
