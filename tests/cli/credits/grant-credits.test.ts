import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { debtLines, debts, eventOutbox } from '#db/schema/index';
import { aMember, newEmail } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { testSite } from '../../support/product/test-site.ts';
import { siteCommandsInProcess, succeeded } from '../run-site-command.ts';

const fixture = testSite();
const site = siteCommandsInProcess(() => fixture.dbUrl);

describe('credits grant', () => {
  test('gives credits that the member finds in balance and ledger, can be repeated, and keeps the reason', async () => {
    const member = await aMember(fixture.db, { credits: 2 });
    const { email } = member;
    expect(await site('credits', 'grant', email, '40', '--reason', 'lost messages')).toEqual(
      succeeded(`${email} got 40 credits and has 42 now: lost messages`),
    );
    expect(await site('credits', 'grant', ` ${email.toUpperCase()}`, '1', '--reason', 'again')).toEqual(
      succeeded(`${email} got 1 credit and has 43 now: again`),
    );
    expect((await fixture.as(member).get('/api/user.php')).at('user.credits')).toBe(43);
    const ledger = (await fixture.as(member).get('/api/transactions.php')).at('ledger') as { reason: string; amount: number }[];
    expect(ledger.map(({ reason, amount }) => `${reason} ${amount}`).sort()).toEqual(['grant 1', 'grant 2', 'grant 40']);
    expect((await site('member', 'show', email)).says).toMatch(
      /Credits: 43\n {2}granted 1 on .*: again\n {2}granted 40 on .*: lost messages\n/,
    );
    const lots = (await fixture.as(member).get('/api/export.php')).at('credit_lots') as { note: string | null }[];
    expect(lots.map(({ note }) => note).sort()).toEqual(['again', 'lost messages', null].sort());
    const events = await fixture.db.select().from(eventOutbox).where(eq(eventOutbox.memberId, member.id));
    expect(events.map(({ event }) => event)).toEqual([
      { type: 'credits.changed', credits: 42 },
      { type: 'credits.changed', credits: 43 },
    ]);
    expect(await checkInvariants(fixture.db)).toEqual([]);
  });

  test('pays off first what is owed', async () => {
    const { id, email } = await aMember(fixture.db);
    await fixture.db.insert(debts).values({ memberId: id, owed: 7 });
    await fixture.db.insert(debtLines).values({ id, memberId: id, amount: 7, reason: 'reversal', reference: `${id}#1`, createdAt: 1 });
    expect((await site('credits', 'grant', email, '5', '--reason', 'x')).says).toContain('has 0 now');
    expect((await site('credits', 'grant', email, '5', '--reason', 'x')).says).toContain('has 3 now');
    expect((await fixture.db.select().from(debts).where(eq(debts.memberId, id)))[0]?.owed).toBe(0);
    expect(await checkInvariants(fixture.db)).toEqual([]);
  });

  test.each(['0', '100001', '-- -5', '1.5', '1e3', '', '9'.repeat(400), 'ten'])('refuses the amount %j', async (amount) => {
    const { email } = await aMember(fixture.db);
    const words = amount.startsWith('--') ? ['--reason', 'x', '--', email, '-5'] : [email, amount, '--reason', 'x'];
    const { ended, says } = await site('credits', 'grant', ...words);
    expect([ended, says.length < 120]).toEqual(['exit code 2', true]);
    expect(says).toContain('AMOUNT is a whole number from 1 to 100000');
  });

  test('refuses who is not there, and a reason that is missing or too long, and changes nothing', async () => {
    const { email } = await aMember(fixture.db);
    const gone = await aMember(fixture.db, { status: 'deleted', statusBefore: 'active', deletedAt: Date.now() });
    const banned = await aMember(fixture.db, { status: 'banned', statusBefore: 'active', banReason: 'x' });
    const unknown = newEmail();
    const before = await allRows(fixture.db);
    const cases: [exitCode: 1 | 2, says: string, ...words: string[]][] = [
      [1, `There is no account with the address ${unknown}.`, unknown, '5', '--reason', 'x'],
      [1, `${gone.email} is deleted and gets no credits.`, gone.email, '5', '--reason', 'x'],
      [1, `${banned.email} is banned and gets no credits.`, banned.email, '5', '--reason', 'x'],
      [2, 'Say why, it is kept: --reason TEXT', email, '5'],
      [2, 'Say why, it is kept: --reason TEXT', email, '5', '--reason', ' \n'],
      [2, '--reason has at most 500 characters, not 501.', email, '5', '--reason', 'x'.repeat(501)],
      [2, 'nobody is no e-mail address.', 'nobody', '5', '--reason', 'x'],
    ];
    for (const [exitCode, says, ...words] of cases)
      expect(await site('credits', 'grant', ...words)).toEqual({ ended: `exit code ${exitCode}`, says });
    expect(await allRows(fixture.db)).toEqual(before);
  });
});
