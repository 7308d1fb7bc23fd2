import { and, eq, isNull, lt } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { batch } from '#db/client';
import { eraseMember } from '#db/queries/account/erasure';
import { MAIL_TRIES } from '#db/queries/shared/mail-queue';
import { cases, mails, members } from '#db/schema/index';
import { aMember, newEmail } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';
import { startSmtpServer } from '../../support/servers/mail-servers.ts';
import { siteCommandsInProcess } from '../run-site-command.ts';

const smtp = await startSmtpServer();
afterAll(() => smtp.stop());
const fixture = testSite({ MAIL_URL: smtp.url.replace('//', '//me:key@'), MAIL_FROM: 'hello@vonk.example' });
const site = siteCommandsInProcess(() => fixture.dbUrl);
const NO_MAILBOX = 550;

/** A case that is decided by a warning: its member and the reporter are to get a letter each. */
async function aDecidedCase() {
  const [reporter, member] = await Promise.all([aMember(fixture.db), aMember(fixture.db, { locale: 'en' })]);
  await fixture.as(reporter).post('/api/report.php', { profile: member.id, reason: 'scam' });
  const [row] = await fixture.db.select().from(cases).where(eq(cases.memberId, member.id));
  const number = row?.number ?? '';
  const decided = await site('case', 'decide', number, 'warn', '--rule', 'scam', '--facts', 'You asked three people for money.');
  expect(decided.ended).toBe('exit code 0');
  return { reporter, member, number };
}
const statusOf = async (number: string) => (await fixture.db.select().from(cases).where(eq(cases.number, number)))[0]?.status;
/** Lets the scheduled handler try the mails that are not given up once more. */
async function tryAgain() {
  await fixture.db
    .update(mails)
    .set({ dueAt: 0 })
    .where(and(isNull(mails.acceptedAt), lt(mails.tries, MAIL_TRIES)));
  await fixture.worker.scheduled();
}
const linesOf = async (number: string) => (await site('case', 'letters', number)).says.split('\n').toSorted();
const recipients = () => smtp.receivedMails.flatMap(({ to }) => to).toSorted();
const openList = async () => (await site('case', 'list')).says;

describe('letters that the mail server refuses', () => {
  test('keep their case among the open work until they are given up, sent again and accepted', async () => {
    const { reporter, member, number } = await aDecidedCase();
    const grouped = `${number.slice(0, 5)}-${number.slice(5)}`;
    smtp.refusal = NO_MAILBOX;
    for (let tries = 1; tries <= MAIL_TRIES; tries += 1) {
      const isGivenUp = tries === MAIL_TRIES;
      await tryAgain();
      const words = isGivenUp ? `GIVEN UP after ${tries} tries` : `waits, ${tries} ${tries === 1 ? 'try' : 'tries'} so far`;
      expect(await linesOf(number)).toEqual([`outcome  ${reporter.email}  ${words}`, `statement  ${member.email}  ${words}`]);
      expect(await statusOf(number)).toBe('decided');
      for (const dryRun of isGivenUp ? [] : [[], ['--dry-run']])
        expect((await site('case', 'send-again', number, ...dryRun)).says).toContain('has no letter that was given up');
    }
    expect(await openList()).toContain(`${grouped}  `);
    expect(await openList()).toContain('decided, 2 letters left');
    expect((await site('doctor')).says).toMatch(/letters: 2 letters of cases were given up/);
    await tryAgain();
    expect((await linesOf(number)).every((line) => line.endsWith('GIVEN UP after 20 tries'))).toBe(true);

    // The member has another address by now; the mail server still refuses, and then accepts.
    const email = newEmail();
    await fixture.db.update(members).set({ email }).where(eq(members.id, member.id));
    expect((await site('case', 'send-again', number)).says).toBe(`2 letters of case ${grouped} will go out within a minute`);
    await fixture.worker.scheduled();
    expect([await statusOf(number), recipients()]).toEqual(['decided', []]);
    smtp.refusal = null;
    await tryAgain();
    expect([await statusOf(number), recipients()]).toEqual(['closed', [reporter.email, email].toSorted()]);
    expect(await openList()).not.toContain(grouped);
    expect((await site('case', 'send-again', number)).says).toContain('has no letter that was given up');
    const statement = smtp.receivedMails.find(({ to }) => to.includes(email))?.raw ?? '';
    expect(statement.replaceAll('=\r\n', '')).toContain('You asked three people for money.');
    await tryAgain();
    expect(recipients()).toHaveLength(2);
  });

  test('of an account that is erased meanwhile do not keep the case open', async () => {
    const { reporter, member, number } = await aDecidedCase();
    smtp.receivedMails.splice(0);
    smtp.refusal = NO_MAILBOX;
    await tryAgain();
    await fixture.db.update(members).set({ status: 'deleted', deletedAt: 1 }).where(eq(members.id, member.id));
    await batch(fixture.db, eraseMember(fixture.db, member.id, Date.now()));
    smtp.refusal = null;
    await tryAgain();
    await tryAgain();
    expect([await statusOf(number), recipients()]).toEqual(['closed', [reporter.email]]);
  });
});
