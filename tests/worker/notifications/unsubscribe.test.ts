import { describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { eventOutbox } from '#db/schema/index';
import { createToken } from '../../../worker/lib/tokens.ts';
import { aMember, newId } from '../../support/database/factories.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();
const YEAR = 365 * DAY;

const tokenFor = (member: string, at = Date.now()) => createToken(TEST_SECRETS.SIGNING_KEY, 'unsubscribe', { member }, at);
const wantsMails = async (member: { cookie: string }) => (await site.as(member).get('/api/user.php')).at('user.away_mails');

/** Posts the one-click form as a mail program does, without cookie and origin. */
const click = (token: string, headers: Record<string, string> = {}) =>
  fetch(`${site.url}/api/unsubscribe.php?token=${encodeURIComponent(token)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: 'List-Unsubscribe=One-Click',
  });

describe('one click in a mail program', () => {
  test('ends the mails and notifies the member’s devices, once', async () => {
    const noor = await aMember(site.db);
    const token = await tokenFor(noor.id);
    expect(await wantsMails(noor)).toBe(true);
    const answers = [await click(token), await click(token)];
    expect(await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))).toEqual([
      [204, ''],
      [204, ''],
    ]);
    expect(await wantsMails(noor)).toBe(false);
    const events = (await site.db.select().from(eventOutbox)).filter(({ memberId }) => memberId === noor.id);
    expect(events.map(({ event }) => event)).toEqual([{ type: 'user.changed' }]);
  });

  test.each([
    ['from another site', { Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['with a body of another kind', { 'Content-Type': 'multipart/form-data; boundary=x' }],
  ])('%s works, too', async (_, headers) => {
    const noor = await aMember(site.db);
    expect((await click(await tokenFor(noor.id), headers)).status).toBe(204);
    expect(await wantsMails(noor)).toBe(false);
  });

  test('reads no body, however long', async () => {
    const noor = await aMember(site.db);
    const url = `${site.url}/api/unsubscribe.php?token=${await tokenFor(noor.id)}`;
    expect((await fetch(url, { method: 'POST', body: 'x'.repeat(2 ** 20) })).status).toBe(204);
  });

  test('ends mails of every kind but those about the account, however often they came', async () => {
    const noor = await aMember(site.db);
    const matrix = { like: { mail: 'daily', push: 'weekly' }, offer: { mail: 'weekly' } };
    await site.as(noor).put('/api/notifications.php', { settings: { matrix } });
    await click(await tokenFor(noor.id));
    const settings = await site.as(noor).get('/api/notifications.php');
    expect(settings.at('settings.matrix')).toEqual({
      message: { push: 'now', mail: 'never' },
      like: { push: 'weekly', mail: 'never' },
      match: { push: 'now', mail: 'never' },
      account: { push: 'now', mail: 'now' },
      offer: { push: 'never', mail: 'never' },
    });
  });

  test('ends nobody else’s mails, and none for an unknown member', async () => {
    const [noor, bas] = [await aMember(site.db), await aMember(site.db)];
    expect((await click(await tokenFor(newId()))).status).toBe(204);
    await click(await tokenFor(bas.id));
    expect([await wantsMails(noor), await wantsMails(bas)]).toEqual([true, false]);
  });

  test('with a token that is forged, too old or of another use is refused and changes nothing', async () => {
    const noor = await aMember(site.db);
    const good = await tokenFor(noor.id);
    const before = await allRows(site.db);
    const bad = [
      'x',
      good.slice(0, -2),
      await tokenFor(noor.id, Date.now() - YEAR - 1),
      await createToken('another-key-of-at-least-32-characters', 'unsubscribe', { member: noor.id }, Date.now()),
      await createToken(TEST_SECRETS.SIGNING_KEY, 'reset', { member: noor.id, proof: 'x' }, Date.now()),
    ];
    for (const token of bad) {
      const answer = await click(token);
      expect([answer.status, await answer.json()]).toMatchObject([422, { error: { code: 'invalid', fields: { token: 'expired' } } }]);
    }
    const without = await site.visitor.post('/api/unsubscribe.php', { token: good });
    expect([without.status, without.at('error.fields')]).toEqual([422, { token: 'required' }]);
    expect(await allRows(site.db)).toEqual(before);
  });
});

test('a person who follows the link is redirected to the settings, and nothing has changed', async () => {
  const noor = await aMember(site.db);
  const answer = await site.visitor.get(`/api/unsubscribe.php?token=${await tokenFor(noor.id)}`);
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/notifications#settings']);
  expect(await wantsMails(noor)).toBe(true);
});
