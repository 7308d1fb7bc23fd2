import { SEARCH_FLOW, seesAdvertisements } from '#contract/partners';
import { selectHasPaid } from '#db/queries/credits/orders';
import type { Settings } from '../config/settings.ts';
import type { Context, Member } from './context.ts';
import { requireSession } from './require-session.ts';

declare const __DEVELOPMENT__: boolean;

interface PaymentFacts {
  readonly premiumUntil: number | null;
  readonly hasPaid: 0 | 1;
}

/**
 * Whether a member pays: has paid for credits or premium, or has premium at this moment, also if it was granted
 * (docs/product.md, "Paying members").
 */
export const isPaying = ({ premiumUntil, hasPaid }: PaymentFacts, now: number): boolean => hasPaid === 1 || (premiumUntil ?? 0) > now;

interface Reader extends PaymentFacts {
  readonly createdAt: number;
}

/**
 * Whether a member is shown advertisements. Tiles, their links and the flows of partners all follow this one rule
 * (docs/product.md, "Audience of advertisements").
 */
export const isShownAdvertisements = (
  reader: Reader,
  { member_resell: memberResell }: Pick<Settings, 'member_resell'>,
  now: number,
): boolean => seesAdvertisements({ isPaying: isPaying(reader, now), signedUpAt: reader.createdAt, memberResell }, now);

/** The signed-in member and whether they are shown advertisements, in one round trip. Refuses with `signed_out` or `banned`. */
export async function readAdvertisementViewer(ctx: Context): Promise<{ member: Member; isShown: boolean }> {
  const { member, payment } = await requireSession(ctx, (me, db) => ({ payment: selectHasPaid(db, me) }));
  return { member, isShown: isShownAdvertisements({ ...member, hasPaid: payment[0]?.hasPaid ?? 0 }, ctx.settings, ctx.now) };
}

export interface Partners {
  /** The address of the feed of webcam accounts; '' if there is none. */
  readonly feed: string;
  /** The address of one account, with `{account}` in it; '' if there is none. */
  readonly address: string;
  /** The address of each partner flow. */
  readonly flows: Readonly<Record<string, string>>;
}

/** The partner addresses of the settings. In development the missing ones lead to worker/development/partners-site.ts. */
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
