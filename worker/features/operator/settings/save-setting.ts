import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { saveSetting as endpoint } from '#contract/operator/operated-settings';
import type { Context } from '../../../domain/context.ts';
import { planSettingChange } from '../../../domain/operating/change-setting.ts';
import { orRefuse } from '../../../domain/operating/impossible-act.ts';
import { withProof } from '../../../domain/operating/record-act.ts';
import { requireOperator } from '../../../domain/require-operator.ts';
import { settingOf, typedSetting } from './typed-setting.ts';

/** Changes a setting. */
export async function saveSetting(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { operator } = await requireOperator(ctx, { role: 'admin', isConfirmed: true }, () => ({}));
  const key = settingOf(input.key);
  const change = { key, to: { value: typedSetting(key, input.typed) }, seen: input.seen };
  return withProof(() =>
    orRefuse(async () => {
      const plan = await planSettingChange(ctx.db, ctx.now, operator.actor, change);
      await plan.apply();
      return { key, value: plan.after };
    }),
  );
}
