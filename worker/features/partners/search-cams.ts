import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { Cam, searchCams as endpoint } from '#contract/partners';
import { MAX_AGE } from '#contract/primitives';
import type { Context, Member } from '../../domain/context.ts';
import { partnersOf, readAdvertisementViewer } from '../../domain/partners.ts';
import { searchPreferenceOf } from '../../domain/user.ts';
import { type FeedCam, picturePath, readCams } from '../../platform/partners/cam-feed.ts';

/** Two tiles for each of twelve blocks of results; for further blocks the page repeats them. */
const MAX_CAMS = 24;

type Query = ParsedInputOf<typeof endpoint>;

/**
 * The filter of accounts by gender and age. What the query leaves open is taken from the member's saved search, as in the member search; no
 * account is younger than `minAge`.
 */
function camFilter(query: Query, member: Member, minAge: number): (cam: FeedCam) => boolean {
  const saved = searchPreferenceOf(member) ?? { gender: '', min_age: null, max_age: null };
  const gender = query.gender ?? saved.gender;
  const from = (query.min_age === undefined ? saved.min_age : query.min_age) ?? minAge;
  const to = (query.max_age === undefined ? saved.max_age : query.max_age) ?? MAX_AGE;
  const [least, most] = [Math.max(minAge, Math.min(from, to)), Math.max(minAge, from, to)];
  return (cam) => (gender === '' || cam.gender === gender) && cam.age >= least && cam.age <= most;
}

const camOf = async (key: string, cam: FeedCam): Promise<Cam> => ({
  account: cam.account,
  name: cam.name,
  age: cam.age,
  gender: cam.gender,
  thumb_filename: await picturePath(key, cam),
});

/**
 * The tiles for a member who is shown advertisements. For all others, and while the partner cannot be reached, the list is empty
 * (docs/product.md, "Audience of advertisements").
 */
export async function searchCams(ctx: Context, query: Query): Promise<OutputOf<typeof endpoint>> {
  const { env, settings, now } = ctx;
  const { member, isShown } = await readAdvertisementViewer(ctx);
  if (!isShown) return { cams: {}, flows: [] };
  const partners = partnersOf(settings, env);
  // Without an address to lead to there are no tiles.
  const feed = partners.address === '' ? '' : partners.feed;
  const found = (await readCams(feed, now)).filter(camFilter(query, member, settings.min_age)).slice(0, MAX_CAMS);
  const cams = await Promise.all(found.map((cam) => camOf(env.SIGNING_KEY, cam)));
  return { cams: Object.fromEntries(cams.map((cam) => [cam.account, cam])), flows: Object.keys(partners.flows) };
}
