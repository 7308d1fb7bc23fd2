import { describe, expect, test } from 'vitest';
import { operators } from '#db/schema/index';
import { aCase, aMember } from '../../support/database/factories.ts';
import { anOperator } from '../../support/database/operator-factories.ts';
import { testSite } from '../../support/product/test-site.ts';
import { siteCommandsInProcess } from '../run-site-command.ts';

const fixture = testSite();
const site = siteCommandsInProcess(() => fixture.dbUrl);
const grouped = (number: string) => `${number.slice(0, 5)}-${number.slice(5)}`;

/** A report over HTTP, and the number of the case that it has opened. */
async function aReportedMember() {
  const [reporter, reported] = await Promise.all([aMember(fixture.db), aMember(fixture.db, { name: 'Bas' })]);
  await fixture.as(reporter).post('/api/report.php', { profile: reported.id, reason: 'scam', text: 'Wants \u001b[2J money' });
  const [row] = await fixture.db.all<{ number: string }>(`select number from cases where member_id = '${reported.id}'`);
  return { reporter, reported, number: row?.number ?? '' };
}

describe('case', () => {
  test('is followed from the report to the restored account as docs/operating.md says', async () => {
    const [eva, ida] = await Promise.all([anOperator(fixture.db, {}, { name: 'Eva' }), anOperator(fixture.db, {}, { name: 'Ida' })]);
    const { reporter, reported, number } = await aReportedMember();
    await fixture.db.insert(operators).values({ memberId: reporter.id, role: 'moderator', addedAt: 1 });
    expect((await site('case', 'list')).says).toContain(`${grouped(number)}  `);
    expect(await site('case', 'next', eva.email)).toEqual({ ended: 'exit code 0', says: `${eva.email} has case ${grouped(number)}` });
    const shown = await site('case', 'show', grouped(number).toLowerCase(), '--operator', eva.email);
    expect(shown.says).toContain('Wants \\u{1b}[2J money');
    expect(shown.says).toContain(`Eva  assigned to Eva`);
    const decide = ['case', 'decide', number, 'ban', '--rule', 'scam', '--facts', 'You asked three people for money.'];
    expect(await site(...decide)).toMatchObject({ ended: 'exit code 1' });
    expect(await site(...decide, '--operator', ida.email)).toMatchObject({ ended: 'exit code 1' });
    expect(await site(...decide, '--operator', reporter.email)).toMatchObject({ ended: 'exit code 1' });
    expect((await site(...decide, '--operator', eva.email)).says).toBe(
      `Case ${grouped(number)} is decided: ban. Its letters go out within a minute.`,
    );
    expect((await site('case', 'letters', number)).says.split('\n').map((line) => line.split('  ')[2])).toEqual([
      'is written within a minute',
      'is written within a minute',
    ]);
    await fixture.worker.scheduled();
    expect((await site('case', 'letters', number)).says).toMatch(/accepted .*\n.*accepted /);
    expect((await site('case', 'list')).says).not.toContain(grouped(number));
    expect((await site('case', 'list', '--closed')).says).toContain(grouped(number));

    const body = { email: reported.email, subject: 'decision', text: 'No', reference: number };
    await fixture.as(reported).post('/api/complaints.php', body);
    expect((await site('case', 'next', eva.email)).says).toBe('No case waits for them.');
    const next = await site('case', 'next', ida.email, '--json');
    const appeal = (JSON.parse(next.says) as { number: string }).number;
    const restored = await site('case', 'decide', appeal, 'restore', '--facts', 'A misunderstanding.', '--operator', ida.email);
    expect(restored.ended).toBe('exit code 0');
    expect((await site('member', 'show', reported.email)).says).toContain('active');
  });

  test('closes with its only report, and stays open while another one is', async () => {
    const one = await aReportedMember();
    const [report] = await fixture.db.all<{ id: string }>(`select id from reports where reported_id = '${one.reported.id}'`);
    expect((await site('report', 'close', report?.id ?? '')).says).toBe(`Report ${report?.id} is closed.`);
    expect((await site('case', 'list', '--closed')).says).toContain(grouped(one.number));

    const two = await aReportedMember();
    const [first] = await fixture.db.all<{ id: string }>(`select id from reports where reported_id = '${two.reported.id}'`);
    await fixture.as(one.reporter).post('/api/report.php', { profile: two.reported.id, reason: 'spam' });
    await site('report', 'close', first?.id ?? '');
    expect((await site('case', 'list')).says).toContain(grouped(two.number));
  });

  test('is given on and taken back', async () => {
    const [eva, ida, bas] = await Promise.all([anOperator(fixture.db), anOperator(fixture.db), anOperator(fixture.db)]);
    const number = await aCase(fixture.db, bas.id);
    await site('case', 'assign', number, eva.email);
    expect((await site('case', 'assign', number, ida.email)).says).toBe(`Case ${grouped(number)} is given to ${ida.email}`);
    expect((await site('case', 'list', '--mine', '--operator', ida.email)).says).toContain(grouped(number));
    expect((await site('case', 'assign', number, bas.email)).says).toContain('they have a stake in it');
    expect((await site('case', 'assign', number, 'none')).ended).toBe('exit code 0');
    expect((await site('case', 'assign', number, 'none')).says).toContain('is not theirs to give back');
  });

  test('acts for active operators alone', async () => {
    const { reporter, number } = await aReportedMember();
    const banned = await anOperator(fixture.db, {}, { status: 'banned', statusBefore: 'active' });
    for (const [email, says] of [
      [reporter.email, `${reporter.email} is no operator. Make them one: npm run site -- operator add ${reporter.email}`],
      [banned.email, `${banned.email} is banned and cannot act as an operator.`],
    ] as const) {
      for (const words of [
        ['next', email],
        ['assign', number, email],
        ['list', '--mine', '--operator', email],
        ['show', number, '--operator', email],
        ['decide', number, 'dismiss', '--operator', email],
      ])
        expect(await site('case', ...words)).toEqual({ ended: 'exit code 1', says });
    }
    expect((await site('case', 'list')).says).toContain(`${grouped(number)}  `);
  });

  test.each<[string, string[], string]>([
    ['an action that does not exist', ['decide', '0123456789', 'shout'], 'ACTION is one of'],
    ['two grounds', ['decide', '0123456789', 'warn', '--rule', 'scam', '--law', 'fraud'], 'one ground'],
    ['an unknown rule', ['decide', '0123456789', 'warn', '--rule', 'x'], '--rule is one of'],
    ['a span of another form', ['decide', '0123456789', 'limit', '--days', '0'], '--days is'],
    ['a text of another form', ['decide', '0123456789', 'remove_text', '--text', 'city'], '--text is'],
    ['a number of another form', ['show', '7'], 'no number of a case'],
    ['a cursor of another form', ['list', '--after', 'x'], '--after is'],
    ['--mine without an operator', ['list', '--mine'], '--mine needs'],
  ])('refuses %s as wrong usage', async (_, words, says) => {
    const outcome = await site('case', ...words);
    expect([outcome.ended, outcome.says.includes(says)]).toEqual(['exit code 2', true]);
  });
});
