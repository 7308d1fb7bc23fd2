import { beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { mailsTo } from '#db/queries/shared/mail-queue';
import { complaints, mails } from '#db/schema/index';
import { aMember, newEmail } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';
import { siteCommandsInProcess, succeeded } from '../run-site-command.ts';

const fixture = testSite();
const site = siteCommandsInProcess(() => fixture.dbUrl);
const at = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

beforeEach(async () => {
  await fixture.db.batch([fixture.db.delete(complaints), fixture.db.delete(mails)]);
});

async function aComplaint(more: object = {}, client = fixture.visitor) {
  const body = { email: newEmail(), subject: 'payment', text: 'I paid twice', ...more };
  const answer = await client.post('/api/complaints.php', body, { 'Accept-Language': 'nl' });
  const number = String(answer.at('number'));
  const row = (await fixture.db.select().from(complaints)).find((one) => one.number === number);
  if (!row) throw new Error('the complaint was stored');
  const line = `${number}  ${at(row.createdAt)}  payment  ${body.email}  due ${at(row.createdAt + 14 * DAY)}`;
  return { ...body, number, row, line };
}
const statusOf = async ({ number, email }: { number: string; email: string }) =>
  (await fixture.visitor.post('/api/complaints.php?status=1', { number, email })).at('status');
const answersTo = async (email: string) => (await mailsTo(fixture.db, email)).filter(({ kind }) => kind === 'complaint_answer');

describe('the complaints', () => {
  test('are listed, the oldest first, with the date until which they must be answered', async () => {
    expect(await site('complaint', 'list')).toEqual(succeeded('No open complaints.'));
    const [one, other] = [await aComplaint(), await aComplaint()];
    expect(await site('complaint', 'list')).toEqual(succeeded(`${one.line}\n${other.line}`));
    await fixture.db.update(complaints).set({ createdAt: Date.now() - 15 * DAY });
    expect((await site('complaint', 'list')).says).toContain('LATE since');
  });

  test('are shown with their sender and with control characters escaped', async () => {
    const noor = await aMember(fixture.db, { name: 'Noor' });
    const { number, row } = await aComplaint({ email: noor.email, text: 'He\n\u001b[2Jlied', reference: 'order 7' }, fixture.as(noor));
    const { says } = await site('complaint', 'show', number.toLowerCase());
    expect(says.split('\n').slice(1)).toEqual([
      `From: Noor <${noor.email}>, active; other complaints from this address: 0`,
      `Name given: none; writes ${row.locale}`,
      'About:',
      '  | order 7',
      'They say:',
      '  | He',
      '  | \\u{1b}[2Jlied',
    ]);
  });

  test('are answered once by mail, in the language of the complaint, with the text unchanged', async () => {
    const one = await aComplaint();
    const text = 'You are right.\n\nThe money goes back: {{number}} <b>today</b>.';
    expect(await site('complaint', 'answer', one.number, text)).toEqual(
      succeeded(`Complaint ${one.number} is answered; the mail goes out within a minute.`),
    );
    expect(await statusOf(one)).toBe('answered');
    expect((await site('complaint', 'list', '--closed')).says).toMatch(/answered .* UTC, mail waits$/);
    await Promise.all([fixture.worker.scheduled(), fixture.worker.scheduled()]);
    const [mail, ...more] = await answersTo(one.email);
    expect([more, mail?.acceptedAt !== null]).toEqual([[], true]);
    expect(mail?.subject).toBe(`Ons antwoord op ${one.number}`);
    expect(mail?.text).toContain('You are right.\n\nThe money goes back: {{number}} <b>today</b>.');
    expect(mail?.html).toContain('&lt;b&gt;today&lt;/b&gt;');
    expect((await site('complaint', 'list', '--closed')).says).toMatch(/answered .* UTC$/);
    const again = await site('complaint', 'answer', one.number, 'Once more');
    expect([again.ended, again.says]).toEqual(['exit code 1', `Complaint ${one.number} was closed before.`]);
  });

  test('can be closed without a mail', async () => {
    const one = await aComplaint();
    expect(await site('complaint', 'close', one.number)).toEqual(succeeded(`Complaint ${one.number} is closed. Nobody is mailed.`));
    await fixture.worker.scheduled();
    expect([await statusOf(one), await answersTo(one.email)]).toEqual(['closed', []]);
  });

  test('are not changed by an invalid command', async () => {
    const one = await aComplaint();
    const before = await fixture.db.select().from(complaints);
    for (const [exitCode, args, says] of [
      [1, ['show', '0000000000'], 'There is no complaint 0000000000.'],
      [1, ['close', '0000000000'], 'There is no complaint 0000000000.'],
      [1, ['answer', '0000000000', 'x'], 'There is no complaint 0000000000.'],
      [2, ['show'], 'npm run site -- complaint show NUMBER'],
      [2, ['answer', one.number], 'npm run site -- complaint answer NUMBER TEXT'],
      [2, ['answer', one.number, ' '], 'npm run site -- complaint answer NUMBER TEXT'],
      [2, ['answer', one.number, 'x'.repeat(20_001)], 'An answer has at most 20000 characters, not 20001.'],
      [2, ['list', '--all'], 'npm run site -- complaint list'],
    ] as const) {
      const outcome = await site('complaint', ...args);
      expect(outcome.ended).toBe(`exit code ${exitCode}`);
      expect(outcome.says).toContain(says);
    }
    expect(await fixture.db.select().from(complaints)).toEqual(before);
  });
});
