import type { ParsedInputOf } from '#contract/endpoint';
import type { openPartner as endpoint } from '#contract/partners';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { partnersOf, readerOf } from '../../domain/partners.ts';

/** Where a flow leads, as the operator has set it; any other, and any for whoever sees no advertisements, is unknown. */
export async function openPartner(ctx: Context, { flow }: ParsedInputOf<typeof endpoint>): Promise<string> {
  const { isShown } = await readerOf(ctx);
  const flows = new Map(Object.entries(partnersOf(ctx.settings, ctx.env).flows));
  const address = isShown ? flows.get(flow) : undefined;
  return address || refuse('not_found');
}
