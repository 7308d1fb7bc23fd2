import { describe, expect, test } from 'vitest';
import { changeMember } from '#db/queries/account/members';
import { reports } from '#db/schema/index';
import { anImage, newId } from '../../support/database/factories.ts';
import { safetyFixture } from '../../worker/safety/safety-fixture.ts';
import { siteCommand, siteCommandsInProcess, succeeded } from '../run-site-command.ts';

const fixture = safetyFixture();
const command = siteCommand(() => fixture.site.dbUrl);
const site = siteCommandsInProcess(() => fixture.site.dbUrl);

const at = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Noor's report of Bas about the messages of their conversation, with its line in the list. */
async function aReport(more: object = {}) {
  const talk = await fixture.aMatchedConversation();
  const messages = ((await fixture.read(talk.noor, talk.id)).at('messages') as { id: string }[]).map(({ id }) => id);
  await fixture.report(talk.noor, talk.bas, { reason: 'scam', messages, ...more });
  const [report] = await fixture.reportsBy(talk.noor);
  if (!report) throw new Error('the report was stored');
  const line = `${report.id}  ${at(report.createdAt)}  scam  ${talk.bas.email}  by ${talk.noor.email}`;
  return { ...talk, report, line };
}

describe('the reports', () => {
  test('are listed, the oldest first, and leave the list when they are closed', async () => {
    expect(await site('report', 'list')).toEqual(succeeded('No open reports.'));
    const [one, other] = [await aReport(), await aReport()];
    expect(await site('report', 'list')).toEqual(succeeded(`${one.line}\n${other.line}`));
    expect(await site('report', 'list', '--closed')).toEqual(succeeded('No closed reports.'));
    expect(await site('report', 'close', one.report.id)).toEqual(succeeded(`Report ${one.report.id} is closed.`));
    expect(await site('report', 'list')).toEqual(succeeded(other.line));
    expect((await site('report', 'list', '--closed')).says).toMatch(new RegExp(`^${one.line}, closed \\d{4}-.* UTC$`));
    const again = await site('report', 'close', one.report.id);
    expect([again.ended, again.says]).toEqual(['exit code 1', `Report ${one.report.id} was closed before.`]);
  });

  test('are shown with members and messages, line by line, and with control characters escaped', async () => {
    const { noor, bas, report, line } = await aReport({ text: 'He asks for money\n\u001b[2Jand \u202eback' });
    await fixture.report(noor, bas, { reason: 'fake' });
    const then = await fixture.read(noor, await fixture.open(noor, bas));
    const sent = (i: number) => at(Date.parse(String(then.at(`messages.${i}.created_at`))));
    // In the order of the conversation, whatever the order of their ids.
    expect(await command('report', 'show', report.id)).toEqual(
      succeeded(
        [
          line,
          `Reported: Bas <${bas.email}>, active; other reports of them: 1`,
          `Reporter: Noor <${noor.email}>`,
          'The reporter says:',
          '  | He asks for money',
          '  | \\u{1b}[2Jand \\u{202e}back',
          `Reporter wrote, ${sent(0)}:`,
          '  | From Noor',
          `Reported wrote, ${sent(1)}:`,
          '  | From Bas',
        ].join('\n'),
      ),
    );
  });

  test('show what each message quotes: a photo by its id, anything else by its words, even of a banned account', async () => {
    const talk = await fixture.aMatchedConversation();
    const photo = await anImage(fixture.db, talk.noor.id);
    await fixture.as(talk.noor).put('/api/user.php', {
      personal: 'I mend books.\nAnd more.',
      prompts: [{ id: 'last_learned', text: 'How to bind\na \u001b[2Jbook' }],
      fields: { smoking: 'no' },
    });
    for (const about of [{ photo }, { prompt: 'last_learned' }, { field: 'smoking' }, { text: 'I mend books.' }])
      await fixture.send(talk.bas, talk.id, 'Really?', about);
    const thread = (await fixture.read(talk.noor, talk.id)).at('messages') as { id: string; created_at: string }[];
    const sent = thread.slice(2);
    await fixture.report(talk.noor, talk.bas, { reason: 'harassment', messages: sent.map(({ id }) => id) });
    const [report] = await fixture.reportsBy(talk.noor);
    await changeMember(fixture.db, talk.noor.id, { status: 'banned', statusBefore: 'active' });
    const wrote = (i: number, about: string) => `Reported wrote, ${at(Date.parse(sent[i]?.created_at ?? ''))}, about ${about}:`;
    const shown = await site('report', 'show', String(report?.id));
    expect(shown.says.split('\n').slice(3)).toEqual([
      wrote(0, `photo ${photo}`),
      '  | Really?',
      wrote(1, 'prompt last_learned'),
      '  > How to bind',
      '  > a \\u{1b}[2Jbook',
      '  | Really?',
      wrote(2, 'field smoking'),
      '  > no',
      '  | Really?',
      wrote(3, 'text'),
      '  > I mend books.',
      '  | Really?',
    ]);
  });

  test('are not changed by an unknown id or command, which prints one clear line', async () => {
    await aReport();
    const before = await fixture.db.select().from(reports);
    const unknown = newId();
    const cases: [run: typeof site, exitCode: 1 | 2, says: string, ...args: string[]][] = [
      [site, 1, `There is no report ${unknown}.`, 'show', unknown],
      [site, 1, `There is no report ${unknown}.`, 'close', unknown],
      [site, 2, 'npm run site -- report show ID', 'show'],
      [command, 2, 'npm run site -- report list [--closed]', 'list', '--all'],
      [command, 2, 'npm run site -- report list [--closed]', 'reopen', unknown],
    ];
    for (const [run, exitCode, says, ...args] of cases) {
      const outcome = await run('report', ...args);
      expect([outcome.ended, outcome.says]).toEqual([`exit code ${exitCode}`, expect.stringContaining(says)]);
    }
    expect(await fixture.db.select().from(reports)).toEqual(before);
  });
});
