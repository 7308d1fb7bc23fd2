import type { ParsedInputOf } from '#contract/endpoint';
import type { openCam as endpoint } from '#contract/partners';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { partnersOf, readAdvertisementViewer } from '../../domain/partners.ts';
import { readCams } from '../../platform/partners/cam-feed.ts';

/**
 * The partner's address of an account in the current feed, to redirect to. Any other account is refused with 404, and so is every account
 * for a member who is shown no advertisements (docs/product.md, "Links to partners").
 */
export async function openCam(ctx: Context, { account }: ParsedInputOf<typeof endpoint>): Promise<string> {
  const { isShown } = await readAdvertisementViewer(ctx);
  const { feed, address } = partnersOf(ctx.settings, ctx.env);
  if (!isShown || address === '') return refuse('not_found');
  const isKnown = (await readCams(feed, ctx.now)).some((cam) => cam.account === account);
  return isKnown ? address.replaceAll('{account}', account) : refuse('not_found');
}
