import { describe, expect, test } from 'vitest';
import { unavailableCard } from '../../../../worker/domain/profile-card.ts';
import { aBlock, aMember, newId, PASSWORD, type TestMember } from '../../../support/database/factories.ts';
import type { ApiAnswer } from '../../../support/product/api-client.ts';
import { aSignUpForm } from '../../../support/product/signup-form.ts';
import { chatFixture, mapItems, range, refusal } from '../../chat/chat-fixture.ts';

const fixture = chatFixture();

const ask = (member: Pick<TestMember, 'cookie'>, query = '') => fixture.as(member).get(`/api/transactions.php${query}`);
const reasons = (answer: ApiAnswer) => mapItems(answer.at('ledger'), ({ reason, amount }) => `${reason} ${amount}`);
const namesIn = (answer: ApiAnswer) => mapItems(answer.at('ledger'), ({ profile }) => Object(profile).name ?? null);

/** A member who has paid for a message to Sanne. */
async function payer(credits = 3) {
  const [noor, sanne] = await Promise.all([aMember(fixture.db, { credits }), aMember(fixture.db, { name: 'Sanne' })]);
  const id = await fixture.open(noor, sanne);
  await fixture.say(noor, id, 'A private word');
  return { noor, sanne, id };
}

describe('the ledger', () => {
  test('says of every line what it was for, when and with whom, newest first, without message texts', async () => {
    const { noor, sanne } = await payer();
    const answer = await ask(noor);
    expect(answer.body).toMatchObject({
      transactions: [],
      ledger: [
        { amount: -1, reason: 'message', profile: { id: sanne.id, name: 'Sanne' } },
        { amount: 3, reason: 'grant', profile: null },
      ],
      next: null,
    });
    expect(JSON.stringify(answer.body)).not.toContain('private');
    expect(Object.keys(Object(answer.at('ledger.0'))).toSorted()).toEqual(['amount', 'at', 'id', 'profile', 'reason', 'transaction']);
    expect((await ask(sanne)).at('ledger')).toEqual([]);
  });

  test('names the welcome credits of a sign-up', async () => {
    const joined = await fixture.as({ cookie: '' }).post('/api/user.php?new=1', await aSignUpForm());
    expect(reasons(await ask(joined))).toEqual(['welcome 6']);
  });

  test('shows a refund beside the charge; a member who is gone or has blocked me has a card without a name', async () => {
    const { noor, sanne } = await payer();
    await fixture.as(sanne).delete('/api/user.php', { password: PASSWORD });
    const answer = await ask(noor);
    expect(reasons(answer).toSorted()).toEqual(['grant 3', 'message -1', 'refund 1']);
    expect(mapItems(answer.at('ledger'), ({ profile }) => profile).slice(0, 2)).toEqual([
      unavailableCard(sanne.id),
      unavailableCard(sanne.id),
    ]);
    const blocked = await payer();
    await aBlock(fixture.db, blocked.sanne.id, blocked.noor.id);
    expect((await ask(blocked.noor)).at('ledger.0.profile')).toEqual(unavailableCard(blocked.sanne.id));
  });

  test('keeps a line about a member whose account was erased', async () => {
    const { noor, sanne } = await payer();
    await fixture.as(sanne).delete('/api/user.php', { password: PASSWORD });
    await fixture.db.$client.execute({ sql: 'update members set deleted_at = 1 where id = ?', args: [sanne.id] });
    await fixture.db.$client.execute({ sql: 'delete from members where id = ?', args: [sanne.id] });
    await fixture.db.$client.execute({ sql: 'delete from participants where member_id = ?', args: [sanne.id] });
    expect((await ask(noor)).at('ledger.0.profile')).toEqual(unavailableCard(sanne.id));
  });

  test('is paged, with each line once', async () => {
    const { noor, id } = await payer(8);
    for (const n of range(1, 6)) await fixture.say(noor, id, `Number ${n}`);
    const seen: unknown[] = [];
    let next: unknown = '';
    while (next !== null) {
      const answer: ApiAnswer = await ask(noor, `?limit=3${next === '' ? '' : `&before=${next}`}`);
      seen.push(...mapItems(answer.at('ledger'), ({ id: line }) => line));
      next = answer.at('next');
    }
    const all = mapItems((await ask(noor)).at('ledger'), ({ id: line }) => line);
    expect([seen.length, new Set(seen).size]).toEqual([8, 8]);
    expect(seen).toEqual(all);
    expect(namesIn(await ask(noor, '?limit=1'))).toEqual(['Sanne']);
  });

  test.each(['x', '1.y', '%27', `${'1'.repeat(300)}.${'a'.repeat(22)}`])('refuses the cursor %s', async (before) => {
    const answer = await ask(await aMember(fixture.db), `?before=${before}`);
    expect([answer.status, Object.keys(Object(answer.at('error.fields')))]).toEqual([422, ['before']]);
  });
});

test('an unknown transaction is 404 to everybody; without an id the list is the member’s own', async () => {
  const noor = await aMember(fixture.db);
  for (const who of [noor, { cookie: '' }]) {
    expect(refusal(await ask(who, `?id=${newId()}`))).toBe('404 not_found');
    expect((await ask(who, '?id=x')).status).toBe(422);
  }
  expect(refusal(await ask({ cookie: '' }))).toBe('403 signed_out');
});
