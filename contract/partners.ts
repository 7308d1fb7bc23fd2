import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { ageEnd, orAll } from './members.ts';
import { Gender, Slug } from './primitives.ts';

/** The values of the setting `member_resell` that switch advertisements on (docs/product.md, "Audience of advertisements"). */
const CAM_RESELLS = ['cams', 'camads'];
/** Members see no advertisements for this long after their sign-up. */
const SETTLED_MS = 4 * 24 * 3600_000;

interface Reader {
  readonly isPaying: boolean;
  /** Milliseconds, as `now`. */
  readonly signedUpAt: number;
  readonly memberResell: readonly string[];
}

/**
 * Whether a member is shown advertisements: not paying, signed up more than four days ago, on a site that resells cams
 * (docs/product.md, "Audience of advertisements").
 */
export const seesAdvertisements = ({ isPaying, signedUpAt, memberResell }: Reader, now: number): boolean =>
  !isPaying && now - signedUpAt > SETTLED_MS && memberResell.some((value) => CAM_RESELLS.includes(value));

/**
 * A webcam account as a partner's tile shows it (docs/product.md, "Webcam tiles"). The address of the picture is complete: `cdn_prefix` is
 * not put before it.
 */
export const Cam = v.object({
  account: Slug,
  name: v.string(),
  age: v.number(),
  gender: Gender,
  thumb_filename: v.string(),
});
export type Cam = v.InferOutput<typeof Cam>;

/** The name of the partner flow that the search screen links to (docs/product.md, "Links to partners"). */
export const SEARCH_FLOW = 'profile-search';

export const searchCams = endpoint({
  method: 'GET',
  path: '/api/xcams/search.php',
  who: 'M',
  input: v.object({ gender: orAll(Gender), min_age: ageEnd, max_age: ageEnd }),
  // `flows`: the names for which resellpartner.php has an address.
  output: v.object({ cams: v.record(v.string(), Cam), flows: v.array(v.string()) }),
  summary: 'Advertising tiles for whoever may see them; empty for everybody else, and the tiles while the partner is away',
});

export const openCam = endpoint({
  method: 'GET',
  path: '/api/xcams/redirect.php',
  who: 'M',
  input: v.object({ account: Slug }),
  output: v.string(),
  as: 'redirect',
  leavesSite: true,
  errors: ['not_found'],
  summary: 'Leads to an account at the configured partner, telling it nothing of where one comes from',
});

export const openPartner = endpoint({
  method: 'GET',
  path: '/api/resellpartner.php',
  who: 'M',
  input: v.object({ flow: Slug, redirect: v.optional(v.literal('1', 'unknown')) }),
  output: v.string(),
  as: 'redirect',
  leavesSite: true,
  errors: ['not_found'],
  summary: 'Leads to the partner configured for a flow, telling it nothing of where one comes from',
});
