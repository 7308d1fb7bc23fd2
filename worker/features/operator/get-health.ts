import type { getHealth as endpoint } from '#contract/settings';
import type { OutputOf } from '#contract/endpoint';
import { appliedMigrations, KNOWN_MIGRATIONS } from '#db/queries/health';
import { Answer } from '../../domain/answer.ts';
import type { Context } from '../../domain/context.ts';
import { isPartyUp } from '../../platform/publish.ts';

type Health = OutputOf<typeof endpoint>;

/** Whether the database, the rooms and the schema are as they must be; 503 when one is not (api.md, health.php). */
export async function getHealth(ctx: Context): Promise<Health | Answer<Health>> {
  const [applied, party] = await Promise.all([appliedMigrations(ctx.db).then((rows) => rows[0]?.applied ?? 0), isPartyUp(ctx.env)]);
  const isCurrent = applied === KNOWN_MIGRATIONS;
  const health = { ok: party && isCurrent, db: true, party, schema: { is_current: isCurrent, applied, known: KNOWN_MIGRATIONS } };
  return health.ok ? health : new Answer(503, health);
}
