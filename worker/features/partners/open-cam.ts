import type { ParsedInputOf } from '#contract/endpoint';
import type { openCam as endpoint } from '#contract/partners';
import { asMember } from '../../domain/as-member.ts';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { isShownAdvertisements, partnersOf } from '../../domain/partners.ts';
import { readCams } from '../../platform/cams.ts';

/** Where an account of the partner's feed is met; any other, and any for whoever sees no advertisements, is unknown. */
export async function openCam(ctx: Context, { account }: ParsedInputOf<typeof endpoint>): Promise<string> {
  const [member] = await asMember(ctx, () => []);
  const { feed, address } = partnersOf(ctx.settings, ctx.env);
  if (!isShownAdvertisements(member, ctx.settings, ctx.now) || address === '') return refuse('not_found');
  const isKnown = (await readCams(feed, ctx.now)).some((cam) => cam.account === account);
  return isKnown ? address.replaceAll('{account}', account) : refuse('not_found');
}
