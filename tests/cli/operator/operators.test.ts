import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { operatorActivity, operatorEnrolments, operatorPasskeys, operatorSessions, operators } from '#db/schema/index';
import { enrolmentHash } from '../../../worker/domain/passkey-challenge.ts';
import { aMember, newEmail } from '../../support/database/factories.ts';
import { anOperator } from '../../support/database/operator-factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';
import { siteCommandsInProcess } from '../run-site-command.ts';

const { db, url } = await testDatabase();
const site = siteCommandsInProcess(() => url);
const enrolmentOf = (memberId: string) => db.select().from(operatorEnrolments).where(eq(operatorEnrolments.memberId, memberId));

beforeEach(async () => {
  await db.delete(operatorActivity);
  await db.delete(operators);
});

describe('operator add', () => {
  test('makes a member an operator and prints a code once, of which only the hash is stored', async () => {
    const { id, email } = await aMember(db);
    const { ended, says } = await site('operator', 'add', ` ${email.toUpperCase()} `, '--role', 'admin');
    const [, code = ''] = /Code: ((?:[\dA-Z]{5}-){3}[\dA-Z]{5})\n/.exec(says) ?? [];
    expect([ended, says.split('\n')[0], code.length]).toEqual(['exit code 0', `${email} is an operator: admin.`, 23]);
    const [stored] = await enrolmentOf(id);
    expect(stored?.codeHash).toBe(await enrolmentHash(code.replaceAll('-', '')));
    expect((stored?.expiresAt ?? 0) - (stored?.createdAt ?? 0)).toBe(DAY);
    expect(await db.select().from(operators)).toMatchObject([{ memberId: id, role: 'admin' }]);
    expect(await db.select().from(operatorActivity)).toMatchObject([
      { actor: 'command_line', operatorId: null, act: 'operator_added', aboutId: id, subject: 'admin' },
    ]);
  });

  test('makes a moderator unless it is told otherwise', async () => {
    const { email } = await aMember(db);
    expect(JSON.parse((await site('operator', 'add', email, '--json')).says)).toMatchObject({ email, role: 'moderator' });
  });

  test('refuses who is one already, unknown accounts and those that are not confirmed or gone', async () => {
    const operator = await anOperator(db);
    const unconfirmed = await aMember(db, { status: 'not_confirmed' });
    const banned = await aMember(db, { status: 'banned', statusBefore: 'active', banReason: 'spam' });
    for (const email of [operator.email, unconfirmed.email, banned.email, newEmail()])
      expect([email, (await site('operator', 'add', email)).ended]).toEqual([email, 'exit code 1']);
    expect((await site('operator', 'add', unconfirmed.email, '--role', 'owner')).ended).toBe('exit code 2');
    expect(await db.select().from(operators)).toHaveLength(1);
    expect(await db.select().from(operatorActivity)).toEqual([]);
  });

  test('of two at once one is done', async () => {
    const { email } = await aMember(db);
    const outcomes = await Promise.all([site('operator', 'add', email), site('operator', 'add', email)]);
    expect(outcomes.map(({ ended }) => ended).toSorted()).toEqual(['exit code 0', 'exit code 1']);
    expect(await db.select().from(operatorActivity)).toHaveLength(1);
  });

  test('as a dry run prints no code', async () => {
    const { email } = await aMember(db);
    expect((await site('operator', 'add', email, '--dry-run')).says).toBe(
      `Dry run, nothing has changed. ${email} would be an operator: moderator.`,
    );
  });
});

test('operator code replaces the code that there was', async () => {
  const { id, email } = await anOperator(db);
  const codes = [await site('operator', 'code', email), await site('operator', 'code', email)].map(
    ({ says }) => /Code: (\S+)/.exec(says)?.[1],
  );
  expect(new Set(codes).size).toBe(2);
  const rows = await enrolmentOf(id);
  expect(rows.map(({ codeHash }) => codeHash)).toEqual([await enrolmentHash(String(codes[1]).replaceAll('-', ''))]);
  expect((await site('operator', 'code', (await aMember(db)).email)).says).toMatch(/is no operator\.$/);
});

test('operator remove ends passkeys and sessions at once and leaves the account', async () => {
  const { email } = await anOperator(db);
  expect((await site('operator', 'remove', email)).says).toBe(`${email} is no operator any more; sessions of the desk have ended.`);
  expect([await db.select().from(operatorPasskeys), await db.select().from(operatorSessions)]).toEqual([[], []]);
  expect((await site('member', 'show', email)).ended).toBe('exit code 0');
  expect((await site('operator', 'remove', email)).says).toBe(`${email} is no operator.`);
});

test('operator sign-out ends the sessions and leaves the passkeys', async () => {
  const { id, email } = await anOperator(db);
  expect((await site('operator', 'sign-out', email)).says).toBe(`${email} is signed out at the desk: 1 session.`);
  expect([(await db.select().from(operatorPasskeys)).length, await db.select().from(operatorSessions)]).toEqual([1, []]);
  expect(await db.select().from(operatorActivity)).toMatchObject([{ actor: 'command_line', act: 'session_ended', aboutId: id }]);
  expect((await site('operator', 'sign-out', (await aMember(db)).email)).says).toMatch(/is no operator\.$/);
});

test('operator list and activity say who may open the desk and what was done', async () => {
  expect((await site('operator', 'list')).says).toContain('There is no operator.');
  expect((await site('operator', 'activity')).says).toBe('Nothing is recorded.');
  const { email } = await anOperator(db, { role: 'admin' });
  const added = await aMember(db);
  await site('operator', 'add', added.email);
  const { says } = await site('operator', 'list');
  expect(says).toMatch(new RegExp(`^${email}  admin  since .* UTC  1 passkey, 1 session$`, 'm'));
  expect(says).toMatch(new RegExp(`^${added.email}  moderator  since .* UTC  0 passkeys, 0 sessions, code until .* UTC$`, 'm'));
  expect((await site('operator', 'activity')).says).toMatch(new RegExp(` UTC  command line  operator added  ${added.email}  moderator$`));
});
