import * as v from 'valibot';
import { Name } from '#contract/member-name';
import { Gender, MAX_AGE, Slug } from '#contract/primitives';
import { sign } from '#contract/signed-token';

const WAIT_MS = 2_000;
const KEPT_SECONDS = 60;
/** So long nobody waits again for a partner who is away. */
const AWAY_SECONDS = 15;
const DAY_SECONDS = 24 * 3600;
const FEED_MAX = 512 * 1024;
const PICTURE_MAX = 512 * 1024;
const ENTRIES_MAX = 200;
/** Pictures and nothing that could run. */
const PICTURE_TYPES = ['image/webp', 'image/jpeg', 'image/png', 'image/avif'];

/** One webcam account of the partner's feed; `picture` is a whole address. */
export interface FeedCam {
  readonly account: string;
  readonly name: string;
  readonly age: number;
  readonly gender: Gender;
  readonly picture: string;
}

const Feed = v.object({ cams: v.array(v.unknown()) });

/** Names of this machine or its network, and numbers, which no partner needs: `URL` writes every number of a machine in these two ways. */
const INSIDE = /^(\[.*\]|[\d.]+|[^.]+|.*\.(localhost|local|internal|lan|home\.arpa))\.?$/;

/** A picture lies on https under a name of the open net, or where the feed itself does; whatever else a feed may name is not asked. */
function pictureAddress(feed: string, address: string): string | null {
  if (!URL.canParse(address, feed)) return null;
  const url = new URL(address, feed);
  const isOpen = (url.protocol === 'https:' && !INSIDE.test(url.hostname)) || url.origin === new URL(feed).origin;
  return isOpen && url.username === '' && url.password === '' ? url.href : null;
}

const entryOf = (feed: string) =>
  v.object({
    account: Slug,
    name: Name,
    age: v.pipe(v.number(), v.integer(), v.minValue(18), v.maxValue(MAX_AGE)),
    gender: Gender,
    picture: v.pipe(
      v.string(),
      v.maxLength(2000),
      v.transform((address) => pictureAddress(feed, address)),
      v.string(),
    ),
  });

class Fault extends Error {}

/** The whole body, or a fault as soon as it is over its limit. */
async function bodyWithin(response: Response, limit: number): Promise<Blob> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw new Fault('too large');
    chunks.push(chunk);
  }
  return new Blob(chunks);
}

/** Asks a partner for a file, two seconds in all; a redirect is no answer, since it could lead anywhere. The edge keeps what was good. */
async function ask(address: string, limit: number, keptSeconds: number): Promise<{ body: Blob; type: string }> {
  const response = await fetch(address, {
    redirect: 'manual',
    signal: AbortSignal.timeout(WAIT_MS),
    cf: { cacheEverything: true, cacheTtlByStatus: { '200-299': keptSeconds, '300-599': 0 } },
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Fault(`http ${response.status}`);
  }
  const [type = ''] = (response.headers.get('Content-Type') ?? '').toLowerCase().split(';');
  return { body: await bodyWithin(response, limit), type: type.trim() };
}

/** Names the host and what is wrong, never the address: its query may hold a key. */
function logFault(address: string, error: unknown): void {
  const fault = error instanceof Fault ? error.message : error instanceof Error ? error.name : 'unknown';
  console.warn(JSON.stringify({ at: 'cams', host: new URL(address).host, fault }));
}

function camsIn(feed: string, read: unknown): FeedCam[] {
  const parsed = v.safeParse(Feed, read);
  if (!parsed.success) throw new Fault('not a feed');
  const entry = entryOf(feed);
  const found = parsed.output.cams.slice(0, ENTRIES_MAX).map((one) => v.safeParse(entry, one));
  const sound = found.flatMap((one) => (one.success ? [one.output] : []));
  if (sound.length < found.length) logFault(feed, new Fault(`${found.length - sound.length} broken entries`));
  return sound.filter(({ account }, i) => sound.findIndex((other) => other.account === account) === i);
}

let kept: { readonly feed: string; readonly cams: readonly FeedCam[]; readonly until: number } | undefined;

/**
 * The accounts of the partner's feed, at most a minute old: `{ "cams": [{ account, name, age, gender, picture }] }`. Other keys are ignored
 * and broken entries left out (docs/product.md, "Partner feed"). Empty if there is no feed, or if the partner is away, slow or answers
 * something else; such a failure is logged and never thrown.
 */
export async function readCams(feed: string, now: number): Promise<readonly FeedCam[]> {
  if (feed === '') return [];
  if (kept?.feed === feed && kept.until > now) return kept.cams;
  try {
    const { body } = await ask(feed, FEED_MAX, KEPT_SECONDS);
    const cams = camsIn(feed, JSON.parse(await body.text()));
    kept = { feed, cams, until: now + KEPT_SECONDS * 1000 };
  } catch (error) {
    logFault(feed, error);
    kept = { feed, cams: [], until: now + AWAY_SECONDS * 1000 };
  }
  return kept.cams;
}

const tagOf = async (key: string, { account, picture }: FeedCam) => (await sign(key, `cam ${account} ${picture}`)).slice(0, 22);

/** Where this site serves an account's picture; nobody can guess it, and another picture has another address. */
export const picturePath = async (key: string, cam: FeedCam): Promise<string> => `/cams/${cam.account}/${await tagOf(key, cam)}`;

/** The picture that lies under such a path, or null: no such account in the feed, another picture by now, or none that can be had. */
export async function readPicture(
  key: string,
  cams: readonly FeedCam[],
  named: { readonly account: string; readonly tag: string },
): Promise<{ body: Blob; type: string } | null> {
  const cam = cams.find(({ account }) => account === named.account);
  if (!cam || (await tagOf(key, cam)) !== named.tag) return null;
  try {
    const picture = await ask(cam.picture, PICTURE_MAX, DAY_SECONDS);
    if (!PICTURE_TYPES.includes(picture.type)) throw new Fault('not a picture');
    return picture;
  } catch (error) {
    logFault(cam.picture, error);
    return null;
  }
}
