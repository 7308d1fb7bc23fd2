import type { Fetcher, ImagesBinding, R2Bucket, RateLimit, SendEmail } from '@cloudflare/workers-types';
import * as v from 'valibot';
import type { RoomAnswer, RoomPost } from '#contract/realtime';
import { isMailUrl, isSender } from '../lib/mail-headers.ts';

// Every message is our own: those of valibot repeat the value, which may be a secret.
const text = v.string('not text');
const address = v.pipe(text, v.url('not an address'));

/** Whether an address is https, or http on this machine, and has no credentials, which `fetch` refuses. */
function isServiceUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  const isLocal = protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1');
  return (protocol === 'https:' || isLocal) && username === '' && password === '';
}

const isHttpUrl = (address: string): boolean => /^https?:\/\//.test(address) && URL.canParse(address);
const addressesIn = (list: string): string[] => list.split(/\s+/).filter((address) => address !== '');

/** Where the rooms of members run. */
const ROOM_HOSTS = ['partykit', 'worker'] as const;
export type RoomHostName = (typeof ROOM_HOSTS)[number];

const Variables = v.object({
  ENVIRONMENT: v.picklist(['development', 'production'], 'neither development nor production'),
  SITE_URL: v.pipe(
    address,
    v.transform((url) => new URL(url).origin),
  ),
  DB_URL: address,
  // The replicas of DB_URL, in any order.
  DB_READ_URL: v.optional(
    v.pipe(
      text,
      v.check((list) => addressesIn(list).every(isHttpUrl), 'not addresses separated by spaces'),
      v.transform(addressesIn),
    ),
    '',
  ),
  DB_TOKEN: v.optional(text),
  // Where the rooms of members run: in the Worker itself, or at PartyKit, which needs the two variables below.
  ROOMS: v.optional(v.picklist(ROOM_HOSTS, 'neither partykit nor worker'), 'partykit'),
  // Where they ran before, for the days in which open pages move (docs/deploying.md, "From one host of rooms to the other").
  ROOMS_MOVED_FROM: v.optional(v.picklist(ROOM_HOSTS, 'neither partykit nor worker')),
  PARTY_HOST: v.optional(v.pipe(text, v.minLength(1, 'empty'))),
  PARTY_SECRET: v.optional(v.pipe(text, v.minLength(32, 'at least 32 characters'))),
  SIGNING_KEY: v.pipe(text, v.minLength(32, 'at least 32 characters')),
  MAIL_URL: v.optional(v.pipe(text, v.check(isMailUrl, 'not an smtp, smtps or https address'))),
  MAIL_FROM: v.optional(v.pipe(text, v.check(isSender, 'not "Name <address>" nor an address'))),
  // Both or none: with them deleted photos are purged from the CDN at once.
  CF_ZONE_ID: v.optional(v.pipe(text, v.regex(/^[0-9a-f]{32}$/, '32 hexadecimal digits'))),
  CF_ZONE_TOKEN: v.optional(text),
  // All three or none: with them the site sends pushes. `npm run vapid` makes the keys.
  VAPID_PUBLIC_KEY: v.optional(v.pipe(text, v.regex(/^B[\w-]{86}$/, 'not a public key'))),
  VAPID_PRIVATE_KEY: v.optional(v.pipe(text, v.regex(/^[\w-]{43}$/, 'not a private key'))),
  VAPID_SUBJECT: v.optional(v.pipe(text, v.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'not a mailto or https address'))),
  // Both or none: with them the setting payment_provider can be `stripe`. The second is the signing secret of its webhook endpoint.
  STRIPE_SECRET_KEY: v.optional(v.pipe(text, v.regex(/^[sr]k_(?:live|test)_\w+$/, 'not a secret or restricted key'))),
  STRIPE_WEBHOOK_SECRET: v.optional(v.pipe(text, v.regex(/^whsec_\S+$/, 'not the signing secret of a webhook endpoint'))),
  // With it the setting payment_provider can be `mollie`.
  MOLLIE_API_KEY: v.optional(v.pipe(text, v.regex(/^(?:live|test)_\w{30,}$/, 'not an API key'))),
  // Both or none: with them the setting photo_check can be `classifier`. The key is sent to this address alone.
  PHOTO_CHECK_URL: v.optional(v.pipe(text, v.check(isServiceUrl, 'not an https address without a name and password'))),
  PHOTO_CHECK_KEY: v.optional(v.pipe(text, v.regex(/^[\x21-\x7e]+$/, 'not printable ASCII without spaces'))),
  SETTINGS_TTL_SECONDS: v.optional(v.pipe(text, v.transform(Number), v.number('not a number')), '10'),
  // While an isolate has so many calls under way it refuses polls and searches (worker/http/load-shedding.ts).
  SHED_ABOVE_CALLS: v.optional(v.pipe(text, v.transform(Number), v.integer('not a whole number'), v.minValue(1, 'below 1')), '64'),
});

/** The names of all variables, those that may be missing included. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(Variables.entries);

/** Variables that must be set together, with the reason for the error message. */
const REQUIRED_TOGETHER = [
  { names: ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'], why: 'pushes need all three' },
  { names: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'], why: 'Stripe needs both' },
  { names: ['PHOTO_CHECK_URL', 'PHOTO_CHECK_KEY'], why: 'a photo check needs both' },
] as const;

/** The variables that rooms at PartyKit need. */
const PARTY_VARIABLES = ['PARTY_HOST', 'PARTY_SECRET'] as const;

const REQUIRED_BINDINGS = ['ASSETS', 'PHOTOS', 'IMAGES', 'MEMBER_ROOM', 'EVENT_RETRY'];

/** The Durable Objects of one class, by name (worker/rooms/). */
interface ObjectsByName<O> {
  getByName(name: string): O;
}

/** A member's room in the Worker. */
export interface MemberRoomObject {
  /** Connects a socket, whose address holds a ticket. */
  fetch(request: Request): Promise<Response>;
  post(post: RoomPost): Promise<RoomAnswer>;
}

/** What delivers events again that no room took. */
export interface EventRetryObject {
  /** Delivers all due events at this time (ms), or earlier. */
  schedule(time: number): Promise<void>;
}

interface Bindings {
  readonly ASSETS: Fetcher;
  readonly PHOTOS: R2Bucket;
  readonly IMAGES: ImagesBinding;
  readonly API_RATE_LIMIT?: RateLimit;
  readonly FILE_RATE_LIMIT?: RateLimit;
  readonly PAGE_RATE_LIMIT?: RateLimit;
  readonly EMAIL?: SendEmail;
  readonly MEMBER_ROOM: ObjectsByName<MemberRoomObject>;
  readonly EVENT_RETRY: ObjectsByName<EventRetryObject>;
}

export type Env = v.InferOutput<typeof Variables> & Bindings;

/** A variable or binding that is missing or malformed. `fault` is for people and repeats no value. */
export interface EnvFault {
  readonly name: string;
  readonly fault: string;
}

/** Thrown by `parseEnv`. The message lists the faults, one a line. */
export class EnvError extends Error {
  readonly faults: readonly EnvFault[];

  constructor(faults: readonly EnvFault[]) {
    super(`The Worker is not set up:\n  ${faults.map(({ name, fault }) => `${name}: ${fault}`).join('\n  ')}`);
    this.faults = faults;
  }
}

/**
 * The variables and bindings that a Worker needs and does not have, given the names of those it has and the hosts of rooms that it uses
 * (docs/deploying.md, "4. Secrets").
 */
export function missingInEnv(has: (name: string) => boolean, roomHosts: readonly unknown[]): EnvFault[] {
  const required = Object.entries(Variables.entries).flatMap(([name, { type }]) => (type === 'optional' || has(name) ? [] : name));
  const missing = required.map((name) => ({ name, fault: 'missing' }));
  if (has('MAIL_URL') && !has('MAIL_FROM')) missing.push({ name: 'MAIL_FROM', fault: 'missing, and MAIL_URL needs it' });
  for (const { names, why } of REQUIRED_TOGETHER) {
    const without = names.filter((name) => !has(name));
    if (without.length < names.length) missing.push(...without.map((name) => ({ name, fault: `missing, and ${why}` })));
  }
  const usesPartyKit = roomHosts.includes('partykit');
  for (const name of PARTY_VARIABLES)
    if (usesPartyKit && !has(name)) missing.push({ name, fault: 'missing, and rooms at PartyKit need it' });
  const bindings = REQUIRED_BINDINGS.filter((name) => !has(name));
  return [...missing, ...bindings.map((name) => ({ name, fault: 'binding missing' }))];
}

/** The variables whose values do not have the form that the Worker wants; those that are not there are not among them. */
export function malformedInEnv(raw: object): EnvFault[] {
  const { issues = [] } = v.safeParse(Variables, raw);
  return issues.map((issue) => ({ name: v.getDotPath(issue) ?? '', fault: issue.message })).filter(({ name }) => name in raw);
}

/** The hosts of rooms that variables name: the present one, `partykit` if none is named, and the one before if there is one. */
export function roomHostsOf(raw: Readonly<Record<string, unknown>> | object): unknown[] {
  const { ROOMS = 'partykit', ROOMS_MOVED_FROM } = raw as { ROOMS?: unknown; ROOMS_MOVED_FROM?: unknown };
  return ROOMS_MOVED_FROM === undefined ? [ROOMS] : [ROOMS, ROOMS_MOVED_FROM];
}

const parsedEnvs = new WeakMap<object, Env>();

/** Parses variables and bindings, once per isolate. Throws an EnvError that lists everything that is missing or malformed. */
export function parseEnv(raw: object): Env {
  const known = parsedEnvs.get(raw);
  if (known) return known;
  const missing = missingInEnv((name) => name in raw, roomHostsOf(raw));
  const result = v.safeParse(Variables, raw);
  if (!result.success || missing.length > 0) throw new EnvError([...missing, ...malformedInEnv(raw)]);
  const env = { ...withBindings(raw), ...result.output };
  parsedEnvs.set(raw, env);
  return env;
}

/** Narrows the type: `parseEnv` has checked that the bindings exist, and wrangler.toml declares their types. */
function withBindings(raw: object): Bindings {
  return raw as Bindings;
}
