import { SEARCH_FLOW, seesAdvertisements } from '#contract/partners';
import { paymentOfMember } from '#db/queries/credits/orders';
import type { Settings } from '../config/settings.ts';
import type { Context, Member } from './context.ts';
import { asMember } from './require-session.ts';

declare const __DEVELOPMENT__: boolean;

interface Paying {
  readonly premiumUntil: number | null;
  readonly hasPaid: 0 | 1;
}

/** Who pays (specification 3, paid_user): whoever has paid for credits or premium, and whoever has premium at this moment, be it granted. */
export const isPaying = ({ premiumUntil, hasPaid }: Paying, now: number): boolean => hasPaid === 1 || (premiumUntil ?? 0) > now;

interface Reader extends Paying {
  readonly createdAt: number;
}

/** Who is shown advertisements: tiles, their links and the partners' flows go by this one rule (specification 6). */
export const isShownAdvertisements = (
  reader: Reader,
  { member_resell: memberResell }: Pick<Settings, 'member_resell'>,
  now: number,
): boolean => seesAdvertisements({ isPaying: isPaying(reader, now), signedUpAt: reader.createdAt, memberResell }, now);

/** The member who asks and whether they are shown advertisements, in one trip. */
export async function readerOf(ctx: Context): Promise<{ member: Member; isShown: boolean }> {
  const [member, [payment]] = await asMember(ctx, (me, db) => [paymentOfMember(db, me)]);
  return { member, isShown: isShownAdvertisements({ ...member, hasPaid: payment?.hasPaid ?? 0 }, ctx.settings, ctx.now) };
}

export interface Partners {
  /** Where the feed of webcam accounts is read; '': nowhere. */
  readonly feed: string;
  /** Where an account is met, `{account}` standing for it; '': nowhere. */
  readonly address: string;
  readonly flows: Readonly<Record<string, string>>;
}

/** Where the operator's partners are. In development the site itself plays those whom nobody has named (worker/development/partners-site.ts). */
export function partnersOf(
  { cams_feed: feed, cams_address: address, resell_flows: flows }: Settings,
  env: { readonly ENVIRONMENT: string; readonly SITE_URL: string },
): Partners {
  const partners = { feed, address, flows };
  if (!__DEVELOPMENT__ || env.ENVIRONMENT !== 'development') return partners;
  const own = `${env.SITE_URL}/_dev/cams`;
  return {
    feed: feed || `${own}/feed.json`,
    address: address || `${own}/{account}`,
    flows: { [SEARCH_FLOW]: `${own}/all`, ...flows },
  };
}
