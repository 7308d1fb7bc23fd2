import { MINUTE } from '#contract/durations';
import type { OutputOf } from '#contract/endpoint';
import type { getHealth as endpoint } from '#contract/settings';
import { batch, isDatabaseUnreachable, isDiskFault } from '#db/client';
import { appliedMigrations, KNOWN_MIGRATIONS } from '#db/queries/operator/health';
import { settingRows } from '#db/queries/operator/settings';
import { areWritesStopped, siteNotes } from '#db/queries/operator/site-state';
import { settingsFrom } from '../../config/settings.ts';
import { AnswerWithStatus } from '../../domain/answer-with-status.ts';
import type { Context } from '../../domain/context.ts';
import { isoTime, isoTimeOrNull } from '../../lib/iso-time.ts';
import { isPhotoCheckSetUp } from '../../platform/photos/check/photo-check.ts';
import { areRoomsUp } from '../../rooms/post-to-room.ts';

/** The scheduled handler runs every minute and notes each run in which it could write. */
const SWEEP_LATE_MS = 5 * MINUTE;

type Health = OutputOf<typeof endpoint>;
const NOTHING_KNOWN = { applied: null, migration: null, sweptAt: null, settings: null } as const;

/** What the database says of itself; nothing while it cannot be reached. */
async function readDatabase(ctx: Context) {
  try {
    const [{ migrations, settings }, { migration, sweptAt }] = await Promise.all([
      batch(ctx.db, { migrations: appliedMigrations(ctx.db), settings: settingRows(ctx.db) }),
      siteNotes(ctx.db),
    ]);
    return { applied: migrations[0]?.applied ?? 0, migration, sweptAt, settings: settingsFrom(settings, ctx.env.ENVIRONMENT) };
  } catch (error) {
    if (isDatabaseUnreachable(error) || isDiskFault(error)) return NOTHING_KNOWN;
    throw error;
  }
}

/**
 * Whether database, rooms, schema and scheduled handler are in order; status 503 if one of them is not. Also whether the photo check is
 * set up, by the last known settings while the database is away (docs/product.md, "Health check").
 */
export async function getHealth(ctx: Context): Promise<Health | AnswerWithStatus<Health>> {
  const [{ applied, migration, sweptAt, settings }, areRoomsAnswering] = await Promise.all([readDatabase(ctx), areRoomsUp(ctx.env)]);
  const isCurrent = applied === KNOWN_MIGRATIONS;
  const isSweepLate = sweptAt !== null && ctx.now > sweptAt + SWEEP_LATE_MS;
  const stopsWrites = areWritesStopped(migration, ctx.now);
  const health = {
    ok: areRoomsAnswering && isCurrent && !stopsWrites && !isSweepLate,
    db: applied !== null,
    party: areRoomsAnswering,
    schema: { is_current: isCurrent, applied: applied ?? 0, known: KNOWN_MIGRATIONS },
    migration: migration ? { name: migration.name, since: isoTime(migration.since), stops_writes: stopsWrites } : null,
    sweep: { last_at: isoTimeOrNull(sweptAt), is_late: isSweepLate },
    photo_check: isPhotoCheckSetUp(ctx.env, settings ?? ctx.settings),
  };
  return health.ok ? health : new AnswerWithStatus(503, health);
}
