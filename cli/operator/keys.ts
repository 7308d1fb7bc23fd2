import { randomBytes } from 'node:crypto';
import { makeVapidKeys } from '../../scripts/lib/product/vapid-keys.ts';
import { localVerb, UsageError } from '../lib/verb.ts';

/** A key of a site. */
interface SiteKey {
  /** The names of its secrets in the Worker. */
  readonly secrets: readonly string[];
  readonly isRequired: boolean;
  readonly what: string;
  /** Where a new one comes from. */
  readonly from: string;
  /** What a new one voids, and how it is put in place. */
  readonly rotate: string;
}

const PUT = 'npx wrangler secret put';

/** The keys that this command makes, by the word that names them, and those that others give. */
const MADE = {
  signing: {
    secrets: ['SIGNING_KEY'],
    isRequired: true,
    what: 'signs and encrypts tokens of links, forms and cursors',
    from: 'npm run -s site -- keys make signing',
    rotate: [
      `${PUT} SIGNING_KEY. Links in mails, open forms and search cursors are void at once.`,
      'Without PARTY_SECRET every member gets a new, empty room. Sessions and passkeys stay.',
    ].join(' '),
  },
  rooms: {
    secrets: ['PARTY_SECRET'],
    isRequired: false,
    what: 'is shared by Worker and rooms at PartyKit; rooms in the Worker need none',
    from: 'npm run -s site -- keys make rooms',
    rotate: [
      `npx partykit env add PARTY_SECRET and npx partykit deploy, then ${PUT} PARTY_SECRET with the same value.`,
      'Every member gets a new, empty room; between the two, live updates fall back to polling.',
    ].join(' '),
  },
  push: {
    secrets: ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'],
    isRequired: false,
    what: 'signs pushes; without all three none is sent',
    from: 'npm run -s site -- keys make push --subject mailto:you@your.site',
    rotate:
      'npx wrangler secret bulk with the output of --json. No push reaches a browser before its member opens the site again; the page then subscribes anew.',
  },
} as const satisfies Readonly<Record<string, SiteKey>>;

const GIVEN: readonly SiteKey[] = [
  {
    secrets: ['DB_TOKEN'],
    isRequired: false,
    what: 'opens the database, if it wants a token',
    from: 'the host of the database',
    rotate: `a second token at the host, ${PUT} DB_TOKEN, then end the first one. Change it where this command and backups run, too.`,
  },
  {
    secrets: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    isRequired: false,
    what: 'take payments with Stripe; both or none',
    from: 'the dashboard of Stripe',
    rotate: `roll the key in the dashboard with an end in the future, ${PUT} STRIPE_SECRET_KEY; for the webhook, roll the signing secret likewise.`,
  },
  {
    secrets: ['MOLLIE_API_KEY'],
    isRequired: false,
    what: 'takes payments with Mollie',
    from: 'the dashboard of Mollie',
    rotate: `a new key in the dashboard voids the old one at once: ${PUT} MOLLIE_API_KEY right after it. Webhooks of that minute are asked after by the scheduled handler.`,
  },
  {
    secrets: ['MAIL_URL'],
    isRequired: false,
    what: 'holds the password of the mail server',
    from: 'the mail server',
    rotate: `${PUT} MAIL_URL. Mails wait meanwhile and are tried again.`,
  },
  {
    secrets: ['CF_ZONE_TOKEN'],
    isRequired: false,
    what: 'purges deleted photos from the cache of the zone, with CF_ZONE_ID',
    from: 'the dashboard of Cloudflare',
    rotate: `a second token, ${PUT} CF_ZONE_TOKEN, then delete the first one.`,
  },
];

const ALL: readonly SiteKey[] = [...Object.values(MADE), ...GIVEN];
const MADE_NAMES = Object.keys(MADE);

const textOf = ({ secrets, isRequired, what, from, rotate }: SiteKey) =>
  [`${secrets.join(', ')}${isRequired ? '' : ' (optional)'}: ${what}`, `  from: ${from}`, `  a new one: ${rotate}`].join('\n');

const list = localVerb({
  about: 'Lists the keys that a site needs, where they come from, and how each is replaced. Prints no secret.',
  args: {},
  options: {},
  run: async () => ({
    text: [...ALL.map(textOf), 'Which of them the Worker has: npx wrangler secret list'].join('\n'),
    json: ALL.map(({ secrets, isRequired, what, from, rotate }) => ({ secrets, is_required: isRequired, what, from, rotate })),
  }),
});

/** 256 random bits. */
const randomSecret = () => randomBytes(32).toString('base64url');
const SUBJECT = /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/;

/** A new key by the names of its secrets. Throws a usage error for other words, and for keys of pushes without an address. */
function makeKey(name: string, subject: string | undefined): Readonly<Record<string, string>> {
  if (name === 'signing') return { SIGNING_KEY: randomSecret() };
  if (name === 'rooms') return { PARTY_SECRET: randomSecret() };
  if (name !== 'push') throw new UsageError(`NAME is one of ${MADE_NAMES.join(', ')}, not ${name.slice(0, 40)}.`);
  if (!SUBJECT.test(subject ?? '')) throw new UsageError('Say whom push services write to: --subject mailto:you@your.site');
  const { publicKey, privateKey } = makeVapidKeys();
  return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject ?? '' };
}

const make = localVerb({
  about: 'Makes a new key and prints it, nowhere else; it changes nothing. With --json for: npx wrangler secret bulk',
  args: { NAME: { about: MADE_NAMES.join(', ') } },
  options: { subject: { value: 'ADDRESS', about: 'for push: whom push services write to, mailto:… or https://…' } },
  run: async ({ args, options }) => {
    const made = makeKey(args.NAME, options.subject);
    return {
      text: Object.entries(made)
        .map(([secret, value]) => `${secret} ${value}`)
        .join('\n'),
      json: made,
    };
  },
});

/** The verbs of `npm run site -- keys`, which open no database. */
export const KEYS_VERBS = { list, make };
