import type { ParsedInputOf } from '#contract/endpoint';
import type { openPartner as endpoint } from '#contract/partners';
import { asMember } from '../../domain/as-member.ts';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { isShownAdvertisements, partnersOf } from '../../domain/partners.ts';

/** Where a flow leads, as the operator has set it; any other, and any for whoever sees no advertisements, is unknown. */
export async function openPartner(ctx: Context, { flow }: ParsedInputOf<typeof endpoint>): Promise<string> {
  const [member] = await asMember(ctx, () => []);
  const flows = new Map(Object.entries(partnersOf(ctx.settings, ctx.env).flows));
  const address = isShownAdvertisements(member, ctx.settings, ctx.now) ? flows.get(flow) : undefined;
  return address || refuse('not_found');
}
