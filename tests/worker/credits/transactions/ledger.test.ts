import { describe, expect, test } from 'vitest';
import { goneCard } from '../../../../worker/domain/profile-card.ts';
import { aBlock, aMember, newId, PASSWORD, type TestMember } from '../../../support/database/factories.ts';
import type { ApiAnswer } from '../../../support/product/api-client.ts';
import { aSignUpForm } from '../../../support/product/signup-form.ts';
import { aChatWorld, each, range, refusal } from '../../chat/chat-fixture.ts';

const world = aChatWorld();

const ask = (member: Pick<TestMember, 'cookie'>, query = '') => world.as(member).get(`/api/transactions.php${query}`);
const reasons = (answer: ApiAnswer) => each(answer.at('ledger'), ({ reason, amount }) => `${reason} ${amount}`);
const withWhom = (answer: ApiAnswer) => each(answer.at('ledger'), ({ profile }) => Object(profile).name ?? null);

/** A member who has paid for a message to Sanne. */
async function payer(credits = 3) {
  const [noor, sanne] = await Promise.all([aMember(world.db, { credits }), aMember(world.db, { name: 'Sanne' })]);
  const id = await world.open(noor, sanne);
  await world.say(noor, id, 'A private word');
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
    const joined = await world.as({ cookie: '' }).post('/api/user.php?new=1', await aSignUpForm());
    expect(reasons(await ask(joined))).toEqual(['welcome 6']);
  });

  test('shows a refund beside the charge; a member who is gone or has blocked me has a card without a name', async () => {
    const { noor, sanne } = await payer();
    await world.as(sanne).delete('/api/user.php', { password: PASSWORD });
    const answer = await ask(noor);
    expect(reasons(answer).toSorted()).toEqual(['grant 3', 'message -1', 'refund 1']);
    expect(each(answer.at('ledger'), ({ profile }) => profile).slice(0, 2)).toEqual([goneCard(sanne.id), goneCard(sanne.id)]);
    const blocked = await payer();
    await aBlock(world.db, blocked.sanne.id, blocked.noor.id);
    expect((await ask(blocked.noor)).at('ledger.0.profile')).toEqual(goneCard(blocked.sanne.id));
  });

  test('keeps a line about a member whose account was erased', async () => {
    const { noor, sanne } = await payer();
    await world.as(sanne).delete('/api/user.php', { password: PASSWORD });
    await world.db.$client.execute({ sql: 'update members set deleted_at = 1 where id = ?', args: [sanne.id] });
    await world.db.$client.execute({ sql: 'delete from members where id = ?', args: [sanne.id] });
    await world.db.$client.execute({ sql: 'delete from inbox where member_id = ?', args: [sanne.id] });
    expect((await ask(noor)).at('ledger.0.profile')).toEqual(goneCard(sanne.id));
  });

  test('is paged, with each line once', async () => {
    const { noor, id } = await payer(8);
    for (const n of range(1, 6)) await world.say(noor, id, `Number ${n}`);
    const seen: unknown[] = [];
    let next: unknown = '';
    while (next !== null) {
      const answer: ApiAnswer = await ask(noor, `?limit=3${next === '' ? '' : `&before=${next}`}`);
      seen.push(...each(answer.at('ledger'), ({ id: line }) => line));
      next = answer.at('next');
    }
    const all = each((await ask(noor)).at('ledger'), ({ id: line }) => line);
    expect([seen.length, new Set(seen).size]).toEqual([8, 8]);
    expect(seen).toEqual(all);
    expect(withWhom(await ask(noor, '?limit=1'))).toEqual(['Sanne']);
  });

  test.each(['x', '1.y', '%27', `${'1'.repeat(300)}.${'a'.repeat(22)}`])('refuses the cursor %s', async (before) => {
    const answer = await ask(await aMember(world.db), `?before=${before}`);
    expect([answer.status, Object.keys(Object(answer.at('error.fields')))]).toEqual([422, ['before']]);
  });
});

test('an unknown transaction is 404 to everybody; without an id the list is the member’s own', async () => {
  const noor = await aMember(world.db);
  for (const who of [noor, { cookie: '' }]) {
    expect(refusal(await ask(who, `?id=${newId()}`))).toBe('404 not_found');
    expect((await ask(who, '?id=x')).status).toBe(422);
  }
  expect(refusal(await ask({ cookie: '' }))).toBe('403 signed_out');
});
