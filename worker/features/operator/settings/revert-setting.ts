import type { ParsedInputOf } from '#contract/endpoint';
import type { revertSetting as endpoint } from '#contract/operator/operated-settings';
import { settingChangeById } from '#db/queries/operator/settings';
import type { Context } from '../../../domain/context.ts';
import { refuse } from '../../../domain/errors.ts';
import { planSettingChange, settingBefore } from '../../../domain/operating/change-setting.ts';
import { orRefuse } from '../../../domain/operating/impossible-act.ts';
import { withProof } from '../../../domain/operating/record-act.ts';
import { requireOperator } from '../../../domain/require-operator.ts';

/** Brings back the value that a setting had before a change. Refuses with `conflict` if it fits the setting of this version no longer. */
export async function revertSetting(ctx: Context, { id, seen }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const {
    operator,
    change: [change],
  } = await requireOperator(ctx, { role: 'admin', isConfirmed: true }, (_, db) => ({ change: settingChangeById(db, id) }));
  if (!change) return refuse('not_found');
  await withProof(() =>
    orRefuse(async () => (await planSettingChange(ctx.db, ctx.now, operator.actor, { ...settingBefore(change), seen })).apply()),
  );
}
