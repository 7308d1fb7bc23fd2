import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { inProject } from '../../../scripts/lib/paths.ts';
import { parseEnv, VARIABLE_NAMES } from '../../../worker/config/env.ts';

const raw = (fields: object) => ({
  ENVIRONMENT: 'production',
  SITE_URL: 'https://vonk.example/',
  DB_URL: 'https://db.example',
  PARTY_HOST: 'rooms.example',
  PARTY_SECRET: 'p'.repeat(32),
  SIGNING_KEY: 's'.repeat(32),
  ASSETS: {},
  PHOTOS: {},
  IMAGES: {},
  MEMBER_ROOM: {},
  EVENT_RETRY: {},
  ...fields,
});
const KEYS = { STRIPE_SECRET_KEY: 'rk_live_51abcDEF', STRIPE_WEBHOOK_SECRET: 'whsec_abc+/=' };

test('a site needs no payment provider', () => {
  expect(parseEnv(raw({}))).toMatchObject({ SITE_URL: 'https://vonk.example' });
});

test('rooms in the Worker need neither host nor secret; rooms at PartyKit, now or before, need both', () => {
  const { PARTY_HOST: _, PARTY_SECRET: __, ...others } = raw({});
  expect(parseEnv({ ...others, ROOMS: 'worker' })).toMatchObject({ ROOMS: 'worker' });
  expect(parseEnv(raw({}))).toMatchObject({ ROOMS: 'partykit' });
  for (const hosts of [{}, { ROOMS: 'partykit' }, { ROOMS: 'worker', ROOMS_MOVED_FROM: 'partykit' }])
    expect(() => parseEnv({ ...others, ...hosts })).toThrow(
      /PARTY_HOST: missing, .*\n.*PARTY_SECRET: missing, and rooms at PartyKit need it/,
    );
  expect(() => parseEnv(raw({ ROOMS: 'elsewhere' }))).toThrow('ROOMS: neither partykit nor worker');
});

test('keys of both providers may be set', () => {
  const both = { ...KEYS, MOLLIE_API_KEY: `live_${'a1'.repeat(15)}` };
  expect(parseEnv(raw(both))).toMatchObject(both);
});

test.each([
  [undefined, []],
  ['', []],
  ['https://a.example', ['https://a.example']],
  [' https://a.example/db  http://localhost:8081 ', ['https://a.example/db', 'http://localhost:8081']],
])('the replicas in %j are %j', (list, addresses) => {
  expect(parseEnv(raw(list === undefined ? {} : { DB_READ_URL: list })).DB_READ_URL).toEqual(addresses);
});

test.each([
  [{ DB_READ_URL: 'https://a.example, https://b.example nowhere' }, 'DB_READ_URL: not addresses separated by spaces'],
  [{ DB_READ_URL: 'libsql://a.example' }, 'DB_READ_URL: not addresses separated by spaces'],
  [{ STRIPE_SECRET_KEY: KEYS.STRIPE_SECRET_KEY }, 'STRIPE_WEBHOOK_SECRET: missing, and Stripe needs both'],
  [{ STRIPE_WEBHOOK_SECRET: KEYS.STRIPE_WEBHOOK_SECRET }, 'STRIPE_SECRET_KEY: missing, and Stripe needs both'],
  [{ ...KEYS, STRIPE_SECRET_KEY: 'pk_live_51abc' }, 'STRIPE_SECRET_KEY: not a secret or restricted key'],
  [{ ...KEYS, STRIPE_WEBHOOK_SECRET: 'we_1abc' }, 'STRIPE_WEBHOOK_SECRET: not the signing secret of a webhook endpoint'],
  [{ MOLLIE_API_KEY: 'access_abc' }, 'MOLLIE_API_KEY: not an API key'],
  [{ VAPID_SUBJECT: 'mailto:a@b' }, 'VAPID_PUBLIC_KEY: missing, and pushes need all three'],
])('%o is refused in one readable line', (fields, line) => {
  expect(() => parseEnv(raw(fields))).toThrow(line);
});

test('the message does not repeat the refused value', () => {
  expect(() => parseEnv(raw({ MOLLIE_API_KEY: 'access_secret' }))).toThrow(/^(?!.*access_secret)/s);
});

test('every fault is named in one error, none with its value', () => {
  const { SIGNING_KEY: _, PHOTOS: __, ...rest } = raw({});
  const texts = [
    'ENVIRONMENT',
    'SITE_URL',
    'DB_URL',
    'DB_READ_URL',
    'PARTY_SECRET',
    'MAIL_URL',
    'MAIL_FROM',
    'CF_ZONE_ID',
    'VAPID_PUBLIC_KEY',
  ];
  const others = [
    'VAPID_PRIVATE_KEY',
    'VAPID_SUBJECT',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'MOLLIE_API_KEY',
    'SETTINGS_TTL_SECONDS',
    'SHED_ABOVE_CALLS',
  ];
  const malformed = Object.fromEntries([...texts, ...others].map((name) => [name, 'nobody-may-read-this']));
  const parse = () => parseEnv({ ...rest, ...malformed, DB_TOKEN: 1234 });
  expect(parse).toThrow(/^(?!.*(nobody-may-read-this|1234))/s);
  const faults = ['SIGNING_KEY', 'PHOTOS', 'DB_TOKEN', ...texts, ...others].map((name) => expect.objectContaining({ name }));
  expect(parse).toThrow(expect.objectContaining({ faults: expect.arrayContaining(faults) }));
});

test('docs/deploying.md has a row for every variable', async () => {
  const text = await readFile(inProject('docs/deploying.md'), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
  expect(VARIABLE_NAMES.filter((name) => !named.includes(name))).toEqual([]);
});
