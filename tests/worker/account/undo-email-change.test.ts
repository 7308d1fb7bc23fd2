import { describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#contract/durations';
import { aMember, anEmailChange, aSession, newEmail, newId, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { accountFixture, EXPIRED, emailChangeCalls, linkTokens, refusalParts } from './account-fixture.ts';

const { site, rows, statusRowOf, sessionsOf, eventsFor, mailsTo, mailedToken } = accountFixture();
const { ask, confirm, aWaitingChange } = emailChangeCalls(site);
const emailOf = async (id: string) => (await statusRowOf(id))?.email;

describe('undoing a change of address', () => {
  const undo = (token: string) => site.visitor.delete('/api/mailchange.php', { token });
  const move = async (member: TestMember, to = newEmail()) => {
    const from = String(await emailOf(member.id));
    await ask(member, to);
    await confirm(await mailedToken(to));
    return { from, to, token: await mailedToken(from, 'undo') };
  };

  test('restores the old address and ends every session', async () => {
    const member = await aMember(site.db);
    const { from, token } = await move(member);
    await aSession(site.db, member.id);
    const sessions = await sessionsOf(member.id);
    expect((await undo(token)).status).toBe(204);
    expect(await emailOf(member.id)).toBe(from);
    expect(await sessionsOf(member.id)).toEqual([]);
    expect((await eventsFor(member.id)).filter((told) => told.startsWith('session'))).toHaveLength(sessions.length);
    expect((await site.visitor.post('/api/login.php', { email: from, password: PASSWORD })).status).toBe(200);
  });

  test('works once, and also reverts the changes made after it', async () => {
    const member = await aMember(site.db);
    const { from, token } = await move(member);
    const later = await move(member);
    expect((await undo(token)).status).toBe(204);
    expect(await emailOf(member.id)).toBe(from);
    expect(refusalParts(await undo(token))).toEqual(EXPIRED);
    expect(refusalParts(await undo(later.token))).toEqual(EXPIRED);
    expect(await emailOf(member.id)).toBe(from);
  });

  test('voids a change that is not confirmed yet', async () => {
    const [member, third] = [await aMember(site.db), newEmail()];
    const { token } = await move(member);
    await ask(member, third);
    const waiting = await mailedToken(third);
    await undo(token);
    expect(refusalParts(await confirm(waiting))).toEqual(EXPIRED);
  });

  test('of an account that was deleted since also mails the link that restores the account', async () => {
    const member = await aMember(site.db);
    const { from, to, token } = await move(member);
    await site.as(member).delete('/api/user.php', { password: PASSWORD });
    expect(await mailsTo(to)).toHaveLength(2);
    expect((await undo(token)).status).toBe(204);
    expect(await statusRowOf(member.id)).toMatchObject({ email: from, status: 'deleted' });
    expect((await site.visitor.post('/api/undelete.php', { token: await mailedToken(from) })).status).toBe(204);
    expect(await statusRowOf(member.id)).toMatchObject({ email: from, status: 'active' });
  });

  test('is refused after two days', async () => {
    const member = await aMember(site.db);
    const done = { memberId: member.id, oldEmail: newEmail(), newEmail: member.email, doneAt: Date.now() };
    const change = await anEmailChange(site.db, done);
    expect(refusalParts(await undo(await linkTokens.emailChangeUndo(change, Date.now() - 2 * DAY)))).toEqual(EXPIRED);
    expect((await undo(await linkTokens.emailChangeUndo(change, Date.now() - 2 * DAY + MINUTE))).status).toBe(204);
  });

  test('is refused when the old address belongs to another account by now, and nothing changes', async () => {
    const member = await aMember(site.db);
    const { from, token } = await move(member);
    await aMember(site.db, { email: from });
    const before = await allRows(site.db);
    expect(refusalParts(await undo(token))).toEqual([409, 'email_taken', undefined]);
    expect(await allRows(site.db)).toEqual(before);
  });

  test.each([
    ['unconfirmed', { status: 'not_confirmed' }, 'deleted'],
    ['deleted at once', { status: 'deleted', statusBefore: 'not_confirmed', deletedAt: 5 }, 'deleted'],
    ['banned', { status: 'banned', statusBefore: 'not_confirmed' }, 'banned'],
  ] as const)(
    'takes the address from an account that signed up with it since without confirming it, and is %s',
    async (_, traits, after) => {
      const member = await aMember(site.db);
      const { from, token } = await move(member);
      const newOwner = await aMember(site.db, { email: from, ...traits });
      expect((await undo(token)).status).toBe(204);
      expect(await emailOf(member.id)).toBe(from);
      expect(await statusRowOf(newOwner.id)).toMatchObject({
        email: `released:${newOwner.id}`,
        status: after,
        status_before: 'not_confirmed',
      });
      expect((await statusRowOf(newOwner.id))?.deleted_at).toEqual(after === 'banned' ? null : expect.any(Number));
      expect(refusalParts(await site.visitor.post('/api/undelete.php', { token: await linkTokens.undelete(newOwner.id, 5) }))).toEqual(
        EXPIRED,
      );
      expect([await sessionsOf(newOwner.id), (await eventsFor(newOwner.id)).length]).toEqual([[], 1]);
      expect((await site.visitor.post('/api/login.php', { email: from, password: PASSWORD })).at('user.id')).toBe(member.id);
    },
  );

  test('done once does not take the address from an account that signs up with it later', async () => {
    const member = await aMember(site.db);
    const { from, token } = await move(member);
    await undo(token);
    await rows('update members set email = ? where id = ?', newEmail(), member.id);
    await aMember(site.db, { email: from, status: 'not_confirmed' });
    const before = await allRows(site.db);
    expect(refusalParts(await undo(token))).toEqual(EXPIRED);
    expect(await allRows(site.db)).toEqual(before);
  });

  test('with a token of a change that was never confirmed, a forged one or one for another use changes nothing', async () => {
    const { change } = await aWaitingChange();
    const before = await allRows(site.db);
    for (const token of [
      'x',
      await linkTokens.emailChangeUndo(change),
      await linkTokens.emailChange(change),
      await linkTokens.emailChangeUndo(newId()),
    ]) {
      expect(refusalParts(await undo(token))).toEqual(EXPIRED);
    }
    expect(await allRows(site.db)).toEqual(before);
  });
});
