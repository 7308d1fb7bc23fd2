import type { ParsedInputOf } from '#contract/endpoint';
import type { deletePushDevice as endpoint } from '#contract/notifications';
import { deletePushSubscription } from '#db/queries/notifications/push-subscriptions';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { requireSession } from '../../domain/require-session.ts';

/** Ends push on one of the caller's browsers. A browser of somebody else is answered like an unknown one. */
export async function deletePushDevice(ctx: Context, { id }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { credential } = ctx.session;
  const { deleted } = await requireSession(ctx, (_, db) => ({
    deleted: credential && deletePushSubscription(db, credential, id, ctx.now),
  }));
  if (deleted.length === 0) refuse('not_found');
}
