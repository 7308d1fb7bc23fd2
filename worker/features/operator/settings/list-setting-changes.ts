import type { OutputOf } from '#contract/endpoint';
import { type listSettingChanges as endpoint, SETTING_CHANGES_SHOWN } from '#contract/operator/operated-settings';
import { latestSettingChanges } from '#db/queries/operator/settings';
import type { Context } from '../../../domain/context.ts';
import { requireOperator } from '../../../domain/require-operator.ts';
import { isoTime } from '../../../lib/iso-time.ts';

/** The latest changes of settings, at the desk and on the command line. */
export async function listSettingChanges(ctx: Context): Promise<OutputOf<typeof endpoint>> {
  const { rows } = await requireOperator(ctx, { role: 'admin' }, (_, db) => ({
    rows: latestSettingChanges(db, null, SETTING_CHANGES_SHOWN),
  }));
  return {
    changes: rows.map(({ id, key, before, after, actor, operator, createdAt }) => ({
      ...{ id, key, before: before ?? null, after: after ?? null, actor, by: operator },
      at: isoTime(createdAt),
    })),
  };
}
