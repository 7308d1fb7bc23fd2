import type { OutputOf } from '#contract/endpoint';
import type { getHealth as endpoint } from '#contract/settings';
import { batch, isDatabaseUnreachable } from '#db/client';
import { appliedMigrations, KNOWN_MIGRATIONS } from '#db/queries/operator/health';
import { settingRows } from '#db/queries/operator/settings';
import { settingsFrom } from '../../config/settings.ts';
import { isPartyUp } from '../../delivery/event-outbox.ts';
import { AnswerWithStatus } from '../../domain/answer-with-status.ts';
import type { Context } from '../../domain/context.ts';
import { isPhotoCheckSetUp } from '../../platform/photos/check/photo-check.ts';

/** The number of migrations that the database has applied, and the settings that it holds. Returns null while it cannot be reached. */
async function readDatabase({ db, env }: Context) {
  try {
    const { migrations, settings } = await batch(db, { migrations: appliedMigrations(db), settings: settingRows(db) });
    return { applied: migrations[0]?.applied ?? 0, settings: settingsFrom(settings, env.ENVIRONMENT) };
  } catch (error) {
    if (isDatabaseUnreachable(error)) return null;
    throw error;
  }
}

type Health = OutputOf<typeof endpoint>;

/**
 * Whether database, room server and schema are in order; status 503 if one of them is not. Also whether the photo check is set up, by the last
 * known settings while the database is away (docs/product.md, "Health check").
 */
export async function getHealth(ctx: Context): Promise<Health | AnswerWithStatus<Health>> {
  const [database, isRoomServerUp] = await Promise.all([readDatabase(ctx), isPartyUp(ctx.env)]);
  const applied = database?.applied ?? 0;
  const isCurrent = applied === KNOWN_MIGRATIONS;
  const health = {
    ok: isRoomServerUp && isCurrent,
    db: database !== null,
    party: isRoomServerUp,
    schema: { is_current: isCurrent, applied, known: KNOWN_MIGRATIONS },
    photo_check: isPhotoCheckSetUp(ctx.env, database?.settings ?? ctx.settings),
  };
  return health.ok ? health : new AnswerWithStatus(503, health);
}
