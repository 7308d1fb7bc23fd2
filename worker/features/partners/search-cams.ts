import * as v from 'valibot';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { Cam, searchCams as endpoint } from '#contract/partners';
import { Gender, MAX_AGE } from '#contract/primitives';
import type { Context, Member } from '../../domain/context.ts';
import { partnersOf, readerOf } from '../../domain/partners.ts';
import { type FeedCam, picturePath, readCams } from '../../platform/partners/cam-feed.ts';

/** Enough for twelve blocks of results; after that they come round again. */
const MOST = 24;

/** What of a member's saved search narrows the tiles. */
const Saved = v.object({ gender: v.union([v.literal(''), Gender]), min_age: v.number(), max_age: v.number() });

type Query = ParsedInputOf<typeof endpoint>;

/** Whether an account fits: what the query leaves open the member's saved search says, as it does in search.php. */
function fits(query: Query, member: Member, minAge: number): (cam: FeedCam) => boolean {
  const saved = v.safeParse(Saved, member.savedSearch);
  const before = saved.success ? saved.output : { gender: '', min_age: null, max_age: null };
  const gender = query.gender ?? before.gender;
  const from = (query.min_age === undefined ? before.min_age : query.min_age) ?? minAge;
  const to = (query.max_age === undefined ? before.max_age : query.max_age) ?? MAX_AGE;
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
 * The tiles for a member who is shown advertisements. For all others, and while the partner is away, the list is empty
 * (docs/product.md, "Audience of advertisements").
 */
export async function searchCams(ctx: Context, query: Query): Promise<OutputOf<typeof endpoint>> {
  const { env, settings, now } = ctx;
  const { member, isShown } = await readerOf(ctx);
  if (!isShown) return { cams: {}, flows: [] };
  const partners = partnersOf(settings, env);
  // A tile that leads nowhere is none.
  const feed = partners.address === '' ? '' : partners.feed;
  const found = (await readCams(feed, now)).filter(fits(query, member, settings.min_age)).slice(0, MOST);
  const cams = await Promise.all(found.map((cam) => camOf(env.SIGNING_KEY, cam)));
  return { cams: Object.fromEntries(cams.map((cam) => [cam.account, cam])), flows: Object.keys(partners.flows) };
}
