import type { OutputOf } from '#contract/endpoint';
import type { getHealth as endpoint } from '#contract/settings';
import { isDatabaseUnreachable } from '#db/client';
import { appliedMigrations, KNOWN_MIGRATIONS } from '#db/queries/operator/health';
import { isPartyUp } from '../../delivery/event-outbox.ts';
import { AnswerWithStatus } from '../../domain/answer-with-status.ts';
import type { Context } from '../../domain/context.ts';
import { isPhotoCheckSetUp } from '../../platform/photos/check/photo-check.ts';

/** The number of migrations that the database has applied. Returns null while the database cannot be reached. */
async function countAppliedMigrations(ctx: Context): Promise<number | null> {
  try {
    return (await appliedMigrations(ctx.db))[0]?.applied ?? 0;
  } catch (error) {
    if (isDatabaseUnreachable(error)) return null;
    throw error;
  }
}

type Health = OutputOf<typeof endpoint>;

/**
 * Whether database, room server and schema are in order; status 503 if one of them is not; and whether the photo check is set up
 * (docs/product.md, "Health check").
 */
export async function getHealth(ctx: Context): Promise<Health | AnswerWithStatus<Health>> {
  const [applied, isRoomServerUp] = await Promise.all([countAppliedMigrations(ctx), isPartyUp(ctx.env)]);
  const isCurrent = applied === KNOWN_MIGRATIONS;
  const schema = { is_current: isCurrent, applied: applied ?? 0, known: KNOWN_MIGRATIONS };
  const photo_check = isPhotoCheckSetUp(ctx.env, ctx.settings);
  const health = { ok: isRoomServerUp && isCurrent, db: applied !== null, party: isRoomServerUp, schema, photo_check };
  return health.ok ? health : new AnswerWithStatus(503, health);
}
