import * as v from 'valibot';
import { isMailUrl, isSender } from './platform/mail-headers.ts';

const Variables = v.object({
  ENVIRONMENT: v.picklist(['development', 'production']),
  SITE_URL: v.pipe(
    v.string(),
    v.url(),
    v.transform((url) => new URL(url).origin),
  ),
  DB_URL: v.pipe(v.string(), v.url()),
  DB_READ_URL: v.optional(v.pipe(v.string(), v.url())),
  DB_TOKEN: v.optional(v.string()),
  PARTY_HOST: v.pipe(v.string(), v.minLength(1)),
  PARTY_SECRET: v.pipe(v.string(), v.minLength(32, 'at least 32 characters')),
  SIGNING_KEY: v.pipe(v.string(), v.minLength(32, 'at least 32 characters')),
  MAIL_URL: v.optional(v.pipe(v.string(), v.check(isMailUrl, 'not an smtp, smtps or https address'))),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.check(isSender, 'not "Name <address>" nor an address'))),
  // Both or none: with them the edge forgets deleted photos at once.
  CF_ZONE_ID: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, '32 hexadecimal digits'))),
  CF_ZONE_TOKEN: v.optional(v.string()),
  // All three or none: with them members' browsers are sent pushes. The keys are what `npm run vapid` makes.
  VAPID_PUBLIC_KEY: v.optional(v.pipe(v.string(), v.regex(/^B[\w-]{86}$/, 'not a public key'))),
  VAPID_PRIVATE_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'not a private key'))),
  VAPID_SUBJECT: v.optional(v.pipe(v.string(), v.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'not a mailto or https address'))),
  SETTINGS_TTL_SECONDS: v.optional(v.pipe(v.string(), v.transform(Number), v.number()), '10'),
});

const VAPID = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'] as const;

interface Bindings {
  readonly ASSETS: Fetcher;
  readonly PHOTOS: R2Bucket;
  readonly IMAGES: ImagesBinding;
  readonly FLOOD_GUARD?: RateLimit;
  readonly EMAIL?: SendEmail;
}

export type Env = v.InferOutput<typeof Variables> & Bindings;

const parsed = new WeakMap<object, Env>();

/** Reads variables and bindings once an isolate; throws one readable list of what is missing or broken. */
export function parseEnv(raw: object): Env {
  const known = parsed.get(raw);
  if (known) return known;
  const result = v.safeParse(Variables, raw);
  const faults = result.issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`) ?? [];
  if ('MAIL_URL' in raw && !('MAIL_FROM' in raw)) faults.push('MAIL_FROM: missing, and MAIL_URL needs it');
  const unsaid = VAPID.filter((name) => !(name in raw));
  if (unsaid.length < VAPID.length) faults.push(...unsaid.map((name) => `${name}: missing, and pushes need all three`));
  for (const binding of ['ASSETS', 'PHOTOS', 'IMAGES']) if (!(binding in raw)) faults.push(`${binding}: binding missing`);
  if (!result.success || faults.length > 0) throw new Error(`The Worker is not set up:\n  ${faults.join('\n  ')}`);
  const env = { ...withBindings(raw), ...result.output };
  parsed.set(raw, env);
  return env;
}

/** The bindings were looked for by name just above; their types are what wrangler.toml declares. */
function withBindings(raw: object): Bindings {
  return raw as Bindings;
}
