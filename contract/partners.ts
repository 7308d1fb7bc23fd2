import * as v from 'valibot';
import { DAY } from './durations.ts';
import { endpoint } from './endpoint.ts';
import { ageBound, orAll } from './members.ts';
import { Gender, Slug } from './primitives.ts';

/** The values of the setting `member_resell` that switch advertisements on (docs/product.md, "Audience of advertisements"). */
const CAM_RESELL_VALUES = ['cams', 'camads'];
/** Members see no advertisements for this long after their sign-up. */
const ADVERTISEMENT_FREE_MS = 4 * DAY;

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
  !isPaying && now - signedUpAt > ADVERTISEMENT_FREE_MS && memberResell.some((value) => CAM_RESELL_VALUES.includes(value));

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
  who: 'members',
  limits: 'reads',
  input: v.object({ gender: orAll(Gender), min_age: ageBound, max_age: ageBound }),
  // `flows`: the names for which resellpartner.php has an address.
  output: v.object({ cams: v.record(v.string(), Cam), flows: v.array(v.string()) }),
  summary:
    'Advertising tiles for members who are shown advertisements; otherwise empty, and without tiles while the partner cannot be reached',
});

export const openCam = endpoint({
  method: 'GET',
  path: '/api/xcams/redirect.php',
  who: 'members',
  limits: 'reads',
  input: v.object({ account: Slug }),
  output: v.string(),
  answerKind: 'redirect',
  leavesSite: true,
  errors: ['not_found'],
  summary: 'Redirects to an account at the configured partner, without a referrer',
});

export const openPartner = endpoint({
  method: 'GET',
  path: '/api/resellpartner.php',
  who: 'members',
  limits: 'reads',
  input: v.object({ flow: Slug, redirect: v.optional(v.literal('1', 'unknown')) }),
  output: v.string(),
  answerKind: 'redirect',
  leavesSite: true,
  errors: ['not_found'],
  summary: 'Redirects to the partner configured for a flow, without a referrer',
});
