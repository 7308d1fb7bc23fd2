import type { ParsedInputOf } from '#contract/endpoint';
import type { revertSetting as endpoint } from '#contract/operator/operated-settings';
import { settingChangeById } from '#db/queries/operator/settings';
import { isSettingKey, parseSetting } from '../../../config/settings.ts';
import type { Context } from '../../../domain/context.ts';
import { refuse } from '../../../domain/errors.ts';
import { planSettingChange, type SettingTarget } from '../../../domain/operating/change-setting.ts';
import { orRefuse } from '../../../domain/operating/impossible-act.ts';
import { withProof } from '../../../domain/operating/record-act.ts';
import { requireOperator } from '../../../domain/require-operator.ts';

type Change = Awaited<ReturnType<typeof settingChangeById>>[number];

/** The value from before a change; refuses with `conflict` if it fits the setting of this version no longer. */
function valueBefore({ key, before }: Change): SettingTarget {
  if (before === null) return 'default';
  try {
    return isSettingKey(key) ? { value: parseSetting(key, JSON.stringify(before)) } : refuse('conflict');
  } catch {
    return refuse('conflict');
  }
}

/** Brings back the value that a setting had before a change. */
export async function revertSetting(ctx: Context, { id, seen }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const {
    operator,
    change: [change],
  } = await requireOperator(ctx, { role: 'admin', isConfirmed: true }, (_, db) => ({ change: settingChangeById(db, id) }));
  if (!change) return refuse('not_found');
  const { key } = change;
  if (!isSettingKey(key)) return refuse('conflict');
  const to = valueBefore(change);
  await withProof(() => orRefuse(async () => (await planSettingChange(ctx.db, ctx.now, operator.actor, { key, to, seen })).apply()));
}
