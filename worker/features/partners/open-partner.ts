import type { ParsedInputOf } from '#contract/endpoint';
import type { openPartner as endpoint } from '#contract/partners';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { partnersOf, readAdvertisementViewer } from '../../domain/partners.ts';

/**
 * The address that the operator has set for a flow, to redirect to. Any other flow is refused with 404, and so is every flow for a member
 * who is shown no advertisements (docs/product.md, "Links to partners").
 */
export async function openPartner(ctx: Context, { flow }: ParsedInputOf<typeof endpoint>): Promise<string> {
  const { isShown } = await readAdvertisementViewer(ctx);
  const flows = new Map(Object.entries(partnersOf(ctx.settings, ctx.env).flows));
  const address = isShown ? flows.get(flow) : undefined;
  return address || refuse('not_found');
}
