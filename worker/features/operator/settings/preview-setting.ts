import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { previewSetting as endpoint } from '#contract/operator/operated-settings';
import { settingRows } from '#db/queries/operator/settings';
import type { Context } from '../../../domain/context.ts';
import { settingInForce } from '../../../domain/operating/change-setting.ts';
import { requireOperator } from '../../../domain/require-operator.ts';
import { settingOf, typedSetting } from './typed-setting.ts';

/** What would be in force after a change. */
export async function previewSetting(ctx: Context, { key, typed }: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { rows } = await requireOperator(ctx, { role: 'admin' }, (_, db) => ({ rows: settingRows(db) }));
  const name = settingOf(key);
  const value = typedSetting(name, typed);
  return { key, value: settingInForce([...rows.filter((row) => row.key !== name), { key: name, value }], name) };
}
