import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { resetSetting as endpoint } from '#contract/operator/operated-settings';
import type { Context } from '../../../domain/context.ts';
import { planSettingChange } from '../../../domain/operating/change-setting.ts';
import { orRefuse } from '../../../domain/operating/impossible-act.ts';
import { withProof } from '../../../domain/operating/record-act.ts';
import { requireOperator } from '../../../domain/require-operator.ts';
import { settingOf } from './typed-setting.ts';

/** Removes the stored value of a setting. */
export async function resetSetting(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { operator } = await requireOperator(ctx, { role: 'admin', isConfirmed: true }, () => ({}));
  const key = settingOf(input.key);
  return withProof(() =>
    orRefuse(async () => {
      const plan = await planSettingChange(ctx.db, ctx.now, operator.actor, { key, to: 'default', seen: input.seen });
      await plan.apply();
      return { key, value: plan.after };
    }),
  );
}
