import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/all-endpoints';
import { LIMIT_NAMES, LIMITS, type Limit, type LimitName } from '#contract/limits';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { attempts } from '#db/schema/index';
import { aConversation, aMember } from '../../support/database/factories.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { testSite } from '../../support/product/test-site.ts';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';
import { aSubject, FURTHER_CALLS, limitedCalls, othersOf, type Subject } from './limited-calls.ts';

const site = testSite();

const namesOf = (name: string): LimitName[] => {
  const limits = ENDPOINTS[name]?.limits ?? 'reads';
  return typeof limits === 'string' ? [] : limits.map((declared) => (typeof declared === 'string' ? declared : declared.limit));
};

/** Unsigned webhooks need a provider of payments; tests/worker/credits/orders/mollie-payments.test.ts counts them. */
const TESTED_WITH_PROVIDER = ['credits.receiveWebhook'];
const limited = Object.keys(ENDPOINTS).filter((name) => namesOf(name).length > 0);
const endpointOf = (call: string) => call.split(' ')[0] ?? '';
const callNames = [...limited.filter((name) => !TESTED_WITH_PROVIDER.includes(name)), ...FURTHER_CALLS];
const pairs = callNames
  .flatMap((name) => namesOf(endpointOf(name)).map((limit) => ({ name, limit })))
  .filter(({ limit }) => !('isSilent' in LIMITS[limit]));

/** Attempts allowed in these tests, so that the next one is above the limit. */
const MOST = 2;

/** Only an unconfirmed account can have its activation mail sent again. */
async function subjectFor(limit: LimitName): Promise<Subject> {
  return aSubject(site, limit === 'activation_mails_a_day' ? { status: 'not_confirmed' } : {});
}

/** The subject of the next call: a first message needs a conversation of its own. */
async function nextOf(limit: LimitName, subject: Subject): Promise<Subject> {
  if (limit !== 'first_messages_a_day') return subject;
  return { ...subject, conversation: await aConversation(site.db, subject.member.id, (await aMember(site.db)).id) };
}

function expectRefused(answer: ApiAnswer): void {
  expect([answer.status, answer.at('error.details.limit')]).toEqual([429, MOST]);
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(Date.parse(String(answer.at('error.details.ends_at')))).toBeGreaterThan(Date.now());
}

test('every endpoint with a limit has a call in this table, and declares the refusal', () => {
  expect(Object.keys(limitedCalls(site)).toSorted()).toEqual(callNames.toSorted());
  const silentAbout = limited.filter((name) => !ENDPOINTS[name]?.errors?.includes('too_many'));
  expect(silentAbout).toEqual([]);
});

test('every catalogue, such as that of the prompts, is declared as read', () => {
  const catalogues = Object.entries(ENDPOINTS).filter(([, { isCatalogue }]) => isCatalogue);
  expect(catalogues.map(([name]) => name)).toContain('profile.getPrompts');
  expect(catalogues.map(([name, { limits }]) => [name, limits])).toEqual(catalogues.map(([name]) => [name, 'reads']));
});

test('every limit belongs to an endpoint', () => {
  expect([...new Set(limited.flatMap(namesOf))].toSorted()).toEqual([...LIMIT_NAMES].toSorted());
});

describe.each(pairs)('$limit of $name', ({ name, limit }) => {
  const { subject: counts, withinMs }: Limit = LIMITS[limit];

  test('refuses what is above it with the time to wait, and hinders nobody else', async () => {
    const call = limitedCalls(site)[name] ?? expect.unreachable(name);
    const [first, others] = await subjectFor(limit).then(async (one) => [one, await othersOf(site, counts, one)] as const);
    await avoidWindowEnd(withinMs);
    await site.db.delete(attempts);
    await saveSetting(site.db, limit, MOST);
    for (let n = 0; n < MOST; n += 1) expect((await call(await nextOf(limit, first), limit)).status).not.toBe(429);
    expectRefused(await call(await nextOf(limit, first), limit));
    const statuses = await Promise.all(
      Object.entries(others).map(async ([who, other]) => [who, (await call(await nextOf(limit, other), limit)).status] as const),
    );
    expect(statuses.filter(([, status]) => status === 429)).toEqual([]);
    expect(statuses.length).toBeGreaterThan(0);
    await clearSetting(site.db, limit);
  });
});
