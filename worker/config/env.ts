import type { Fetcher, ImagesBinding, R2Bucket, RateLimit, SendEmail } from '@cloudflare/workers-types';
import * as v from 'valibot';
import { isMailUrl, isSender } from '../lib/mail-headers.ts';

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
  // Both or none: with them deleted photos are purged from the CDN at once.
  CF_ZONE_ID: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, '32 hexadecimal digits'))),
  CF_ZONE_TOKEN: v.optional(v.string()),
  // All three or none: with them the site sends pushes. `npm run vapid` makes the keys.
  VAPID_PUBLIC_KEY: v.optional(v.pipe(v.string(), v.regex(/^B[\w-]{86}$/, 'not a public key'))),
  VAPID_PRIVATE_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'not a private key'))),
  VAPID_SUBJECT: v.optional(v.pipe(v.string(), v.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'not a mailto or https address'))),
  // Both or none: with them the setting payment_provider can be `stripe`. The second is the signing secret of its webhook endpoint.
  STRIPE_SECRET_KEY: v.optional(v.pipe(v.string(), v.regex(/^[sr]k_(?:live|test)_\w+$/, 'not a secret or restricted key'))),
  STRIPE_WEBHOOK_SECRET: v.optional(v.pipe(v.string(), v.regex(/^whsec_\S+$/, 'not the signing secret of a webhook endpoint'))),
  // With it the setting payment_provider can be `mollie`.
  MOLLIE_API_KEY: v.optional(v.pipe(v.string(), v.regex(/^(?:live|test)_\w{30,}$/, 'not an API key'))),
  SETTINGS_TTL_SECONDS: v.optional(v.pipe(v.string(), v.transform(Number), v.number()), '10'),
});

/** Variables that must be set together, with the reason for the error message. */
const REQUIRED_TOGETHER = [
  { names: ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'], why: 'pushes need all three' },
  { names: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'], why: 'Stripe needs both' },
] as const;

interface Bindings {
  readonly ASSETS: Fetcher;
  readonly PHOTOS: R2Bucket;
  readonly IMAGES: ImagesBinding;
  readonly API_RATE_LIMIT?: RateLimit;
  readonly FILE_RATE_LIMIT?: RateLimit;
  readonly PAGE_RATE_LIMIT?: RateLimit;
  readonly EMAIL?: SendEmail;
}

export type Env = v.InferOutput<typeof Variables> & Bindings;

const parsedEnvs = new WeakMap<object, Env>();

/** Parses variables and bindings, once per isolate. Throws an Error that lists everything that is missing or invalid. */
export function parseEnv(raw: object): Env {
  const known = parsedEnvs.get(raw);
  if (known) return known;
  const result = v.safeParse(Variables, raw);
  const errors = result.issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`) ?? [];
  if ('MAIL_URL' in raw && !('MAIL_FROM' in raw)) errors.push('MAIL_FROM: missing, and MAIL_URL needs it');
  for (const { names, why } of REQUIRED_TOGETHER) {
    const missing = names.filter((name) => !(name in raw));
    if (missing.length < names.length) errors.push(...missing.map((name) => `${name}: missing, and ${why}`));
  }
  for (const binding of ['ASSETS', 'PHOTOS', 'IMAGES']) if (!(binding in raw)) errors.push(`${binding}: binding missing`);
  if (!result.success || errors.length > 0) throw new Error(`The Worker is not set up:\n  ${errors.join('\n  ')}`);
  const env = { ...withBindings(raw), ...result.output };
  parsedEnvs.set(raw, env);
  return env;
}

/** Narrows the type: `parseEnv` has checked that the bindings exist, and wrangler.toml declares their types. */
function withBindings(raw: object): Bindings {
  return raw as Bindings;
}
