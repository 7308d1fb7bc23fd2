import type { OutputOf } from '#contract/endpoint';
import type { listPasskeys as endpoint } from '#contract/operator/passkeys';
import { passkeysOf } from '#db/queries/operator/passkeys';
import type { Context } from '../../../domain/context.ts';
import { requireOperator } from '../../../domain/require-operator.ts';
import { isoTime } from '../../../lib/iso-time.ts';

/** The passkeys of the operator, the oldest first. */
export async function listPasskeys(ctx: Context): Promise<OutputOf<typeof endpoint>> {
  const { operator, passkeys } = await requireOperator(ctx, {}, (id, db) => ({ passkeys: passkeysOf(db, id) }));
  return {
    passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
      id,
      name,
      created_at: isoTime(createdAt),
      last_used_at: isoTime(usedAt),
      is_current: id === operator.passkeyId,
    })),
  };
}
