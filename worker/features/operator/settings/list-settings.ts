import type { OutputOf } from '#contract/endpoint';
import type { listSettings as endpoint } from '#contract/operator/operated-settings';
import { settingRows } from '#db/queries/operator/settings';
import { SETTING_KEYS, settingsFrom } from '../../../config/settings.ts';
import type { Context } from '../../../domain/context.ts';
import { requireOperator } from '../../../domain/require-operator.ts';

/** The settings as a deployed site has them in force, in the order of their declaration. */
export async function listSettings(ctx: Context): Promise<OutputOf<typeof endpoint>> {
  const { rows } = await requireOperator(ctx, { role: 'admin' }, (_, db) => ({ rows: settingRows(db) }));
  const [inForce, defaults] = [settingsFrom(rows, 'production'), settingsFrom([], 'production')];
  const set = new Set(rows.map(({ key }) => key));
  return { settings: SETTING_KEYS.map((key) => ({ key, value: inForce[key], default: defaults[key], is_set: set.has(key) })) };
}
