import * as v from 'valibot';
import { Name } from '#contract/member-name';
import { Gender, MAX_AGE, Slug } from '#contract/primitives';
import { sign } from '#contract/signed-token';
import { logLine } from '../../lib/log.ts';

/** How long the partner has to answer. */
const PARTNER_TIMEOUT_MS = 2_000;
/** How long the feed is cached. */
const FEED_CACHE_SECONDS = 60;
/** How long the feed is not asked for again after a failure. */
const FEED_RETRY_SECONDS = 15;
const DAY_SECONDS = 24 * 3600;
const FEED_MAX = 512 * 1024;
const PICTURE_MAX = 512 * 1024;
const ENTRIES_MAX = 200;
/** The accepted types of pictures. SVG is left out, because it can hold scripts. */
const PICTURE_TYPES = ['image/webp', 'image/jpeg', 'image/png', 'image/avif'];

/** A webcam account of the partner's feed. `picture` is an absolute address. */
export interface FeedCam {
  readonly account: string;
  readonly name: string;
  readonly age: number;
  readonly gender: Gender;
  readonly picture: string;
}

const Feed = v.object({ cams: v.array(v.unknown()) });

/** Host names of this machine or a local network, and all IP addresses, which `URL` always writes in one of these two forms. */
const PRIVATE_HOST = /^(\[.*\]|[\d.]+|[^.]+|.*\.(localhost|local|internal|lan|home\.arpa))\.?$/;

/** The absolute address of a picture. Returns null unless it is https with a public host name, or on the origin of the feed. */
function pictureAddress(feed: string, address: string): string | null {
  if (!URL.canParse(address, feed)) return null;
  const url = new URL(address, feed);
  const isAllowed = (url.protocol === 'https:' && !PRIVATE_HOST.test(url.hostname)) || url.origin === new URL(feed).origin;
  return isAllowed && url.username === '' && url.password === '' ? url.href : null;
}

const feedEntrySchema = (feed: string) =>
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

class FeedError extends Error {}

/** The whole body. Throws a FeedError as soon as it exceeds a limit in bytes. */
async function bodyWithin(response: Response, limit: number): Promise<Blob> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw new FeedError('too large');
    chunks.push(chunk);
  }
  return new Blob(chunks);
}

/**
 * Fetches a file of a partner within PARTNER_TIMEOUT_MS and returns its body and type. Cloudflare caches a success for `cacheSeconds`. Throws a FeedError
 * for any other status, also for a redirect, which could lead anywhere.
 */
async function fetchPartnerFile(address: string, limit: number, cacheSeconds: number): Promise<{ body: Blob; type: string }> {
  const response = await fetch(address, {
    redirect: 'manual',
    signal: AbortSignal.timeout(PARTNER_TIMEOUT_MS),
    cf: { cacheEverything: true, cacheTtlByStatus: { '200-299': cacheSeconds, '300-599': 0 } },
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new FeedError(`http ${response.status}`);
  }
  const [type = ''] = (response.headers.get('Content-Type') ?? '').toLowerCase().split(';');
  return { body: await bodyWithin(response, limit), type: type.trim() };
}

/** Logs the host and the failure. The address is left out, because its query may hold a key. */
function logFault(address: string, error: unknown): void {
  const fault = error instanceof FeedError ? error.message : error instanceof Error ? error.name : 'unknown';
  logLine('warn', { at: 'cams', host: new URL(address).host, fault });
}

/** The valid accounts of a parsed feed, without duplicates. Throws a FeedError if it is no feed; invalid entries are logged. */
function camsIn(feed: string, content: unknown): FeedCam[] {
  const parsed = v.safeParse(Feed, content);
  if (!parsed.success) throw new FeedError('not a feed');
  const entry = feedEntrySchema(feed);
  const results = parsed.output.cams.slice(0, ENTRIES_MAX).map((cam) => v.safeParse(entry, cam));
  const valid = results.flatMap((result) => (result.success ? [result.output] : []));
  if (valid.length < results.length) logFault(feed, new FeedError(`${results.length - valid.length} broken entries`));
  return valid.filter(({ account }, i) => valid.findIndex((other) => other.account === account) === i);
}

let cachedFeed: { readonly feed: string; readonly cams: readonly FeedCam[]; readonly until: number } | undefined;

/**
 * The accounts of the partner's feed, at most a minute old: `{ "cams": [{ account, name, age, gender, picture }] }`. Other keys are ignored
 * and broken entries left out (docs/product.md, "Partner feed"). Empty if there is no feed, or if the partner cannot be reached, is slow or
 * answers something else; such a failure is logged and never thrown.
 */
export async function readCams(feed: string, now: number): Promise<readonly FeedCam[]> {
  if (feed === '') return [];
  if (cachedFeed?.feed === feed && cachedFeed.until > now) return cachedFeed.cams;
  try {
    const { body } = await fetchPartnerFile(feed, FEED_MAX, FEED_CACHE_SECONDS);
    const cams = camsIn(feed, JSON.parse(await body.text()));
    cachedFeed = { feed, cams, until: now + FEED_CACHE_SECONDS * 1000 };
  } catch (error) {
    logFault(feed, error);
    cachedFeed = { feed, cams: [], until: now + FEED_RETRY_SECONDS * 1000 };
  }
  return cachedFeed.cams;
}

/** A part of the path that depends on the account and its picture and cannot be guessed. */
const pictureTagOf = async (key: string, { account, picture }: FeedCam) => (await sign(key, `cam ${account} ${picture}`)).slice(0, 22);

/** The path at which this site serves an account's picture. It cannot be guessed and changes with the picture. */
export const picturePath = async (key: string, cam: FeedCam): Promise<string> => `/cams/${cam.account}/${await pictureTagOf(key, cam)}`;

/**
 * The picture of a path, by its account and tag. Returns null if the feed has no such account or another picture of it by now, or if the
 * picture cannot be fetched, which is logged.
 */
export async function readPicture(
  key: string,
  cams: readonly FeedCam[],
  path: { readonly account: string; readonly tag: string },
): Promise<{ body: Blob; type: string } | null> {
  const cam = cams.find(({ account }) => account === path.account);
  if (!cam || (await pictureTagOf(key, cam)) !== path.tag) return null;
  try {
    const picture = await fetchPartnerFile(cam.picture, PICTURE_MAX, DAY_SECONDS);
    if (!PICTURE_TYPES.includes(picture.type)) throw new FeedError('not a picture');
    return picture;
  } catch (error) {
    logFault(cam.picture, error);
    return null;
  }
}
