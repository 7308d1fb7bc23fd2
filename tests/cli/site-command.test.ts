import { describe, expect, test } from 'vitest';
import { openDatabase } from '#db/client';
import { orders } from '#db/schema/index';
import { AREAS } from '../../cli/commands.ts';
import { isVerb } from '../../cli/lib/usage.ts';
import { runSiteCommand } from '../../cli/run-site-command.ts';
import { aCase, aDiscountCode, aMember, anImage, anOrderRow, newEmail, newId } from '../support/database/factories.ts';
import { anOperator } from '../support/database/operator-factories.ts';
import { allRows } from '../support/database/table-rows.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { siteCommand } from './run-site-command.ts';

const { db, url } = await testDatabase();
const site = (...words: string[]) => runSiteCommand(words, async () => db);
const command = siteCommand(() => url);
const misaddressed = siteCommand(() => 'libsql://somewhere');
const noDatabase = () => Promise.reject(new Error('the database was opened'));

/** Every verb with the words that name it. */
const VERBS = Object.entries(AREAS).flatMap(([area, { verbs }]) =>
  isVerb(verbs) ? [{ words: [area], verb: verbs }] : Object.entries(verbs).map(([name, verb]) => ({ words: [area, name], verb })),
);
const names = VERBS.map(({ words, verb }) => [words.join(' '), words, verb] as const);

describe('the help', () => {
  test.each(names)('of %s says how it is written, without a database', async (name, words, { about, kind }) => {
    const { exitCode, stdout, stderr } = await runSiteCommand([...words, '--help'], noDatabase);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`npm run site -- ${name}`);
    expect(stdout).toContain(about);
    expect(stdout.includes('--dry-run')).toBe(kind === 'changing');
    expect(stdout).toContain('--json');
  });

  test('of an area and of all names every verb', async () => {
    const all = await runSiteCommand(['--help'], noDatabase);
    for (const [area, { about }] of Object.entries(AREAS)) {
      const help = await runSiteCommand([area, '--help'], noDatabase);
      expect([help.exitCode, help.stdout]).toEqual([0, expect.stringContaining(`npm run site -- ${area}`)]);
      expect(all.stdout).toContain(about);
    }
    expect(all.exitCode).toBe(0);
    expect(JSON.parse((await runSiteCommand(['member', '--help', '--json'], noDatabase)).stdout)).toEqual({
      usage: expect.stringContaining('member ban EMAIL --reason TEXT'),
    });
  });

  test('is no help to what does not exist', async () => {
    expect(await runSiteCommand(['nothing', '--help'], noDatabase)).toMatchObject({ exitCode: 2, stdout: '' });
    expect(await runSiteCommand(['member', 'toString', '--help'], noDatabase)).toMatchObject({ exitCode: 2, stdout: '' });
  });
});

describe('wrong usage', () => {
  test.each(names)('of %s is refused with one line and exit code 2, before a database is opened', async (name, words) => {
    const { exitCode, stdout, stderr } = await runSiteCommand([...words, '--nonsense'], noDatabase);
    expect([exitCode, stdout, stderr.split('\n').length]).toEqual([2, '', 1]);
    expect(stderr).toContain(`Unknown option '--nonsense'. Usage: npm run site -- ${name}`);
    const json = await runSiteCommand([...words, '--nonsense', '--json'], noDatabase);
    expect([json.exitCode, json.stderr]).toEqual([2, '']);
    expect(JSON.parse(json.stdout)).toEqual({ error: { code: 'usage', message: stderr } });
  });

  test.each([
    ['an argument too many', ['report', 'close', 'a', 'b'], 'Unexpected argument b.'],
    ['a missing argument', ['credits', 'grant'], 'EMAIL is missing.'],
    ['an option without its value', ['member', 'ban', 'a@example.org', '--reason'], "Option '--reason <value>' argument missing"],
    ['a dry run of what changes nothing', ['report', 'list', '--dry-run'], "Unknown option '--dry-run'"],
    ['an option behind --', ['report', 'list', '--', '--json'], 'Unexpected argument --json.'],
    ['control characters', ['report', 'close', 'a', '\u001b[2J'], 'Unexpected argument \\u{1b}[2J.'],
    ['no area', [], 'npm run site -- AREA VERB'],
    ['an area of another kind', ['__proto__', 'x'], 'There is no area __proto__.'],
  ])('such as %s', async (_, words, says) => {
    const { exitCode, stdout, stderr } = await runSiteCommand(words, noDatabase);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(says);
  });
});

/** A call that succeeds for every verb that changes something, with members and codes of its own. */
async function callsThatChange(): Promise<readonly (readonly string[])[]> {
  const active = (await aMember(db)).email;
  const paused = (await aMember(db, { isPaused: true })).email;
  const banned = (await aMember(db, { status: 'banned', statusBefore: 'active', banReason: 'spam' })).email;
  const deleted = (await aMember(db, { status: 'deleted', statusBefore: 'active', deletedAt: Date.now() })).email;
  const [reporter, reported] = [await aMember(db), await aMember(db)];
  const operator = (await anOperator(db)).email;
  const report = newId();
  const number = newId().slice(0, 10).toUpperCase();
  await db.run(`insert into reports (id, reporter_id, reported_id, reason, text, message_ids, created_at)
    values ('${report}', '${reporter.id}', '${reported.id}', 'spam', '', '[]', 1)`);
  await db.run(`insert into complaints (number, email, name, locale, subject, text, reference, created_at)
    values ('${number}', '${newEmail()}', '', 'en', 'other', 'x', '', 1)`);
  const held = await anImage(db, reported.id);
  const cancellation = newId().slice(0, 10).toUpperCase();
  await db.run(`insert into cancellations (number, email, locale, kind, order_number, reason, created_at)
    values ('${cancellation}', '${newEmail()}', 'nl', 'ordinary', '', '', 1)`);
  const removal = newId().slice(0, 10).toUpperCase();
  await db.run(`update images set held_since = 1 where id = '${held}'`);
  await db.run(`insert into removed_photos (number, reason, removed_by, removed_at) values ('${removal}', 'other', 'operator', 1)`);
  const order = { ...anOrderRow({ memberId: reporter.id }), status: 'paid' as const };
  await db.insert(orders).values(order);
  const change = newId();
  await db.run(`insert into setting_changes (id, key, after, actor, created_at) values ('${change}', 'min_age', '21', 'command_line', 1)`);
  const waiting = await aCase(db, reported.id);
  const undelivered = await aCase(db, reported.id, 'decided');
  await db.run(`insert into mails (id, kind, recipient, subject, text, html, created_at, due_at, tries)
    values ('${undelivered}', 'statement', '${active}', '', '', '', 1, ${Number.MAX_SAFE_INTEGER}, 20)`);
  await db.run(
    `insert into case_letters (id, case_number, kind, mail_id, created_at) values ('${newId()}', '${undelivered}', 'outcome', '${undelivered}', 1)`,
  );
  const decided = await aCase(db, reported.id, 'decided');
  await db.run(`insert into case_decisions (id, case_number, action, ground, code, facts, actor_kind, created_at)
    values ('${newId()}', '${decided}', 'warn', 'rule', 'spam', 'You wrote the same to many.', 'command_line', 1)`);
  return [
    ['operator', 'add', reporter.email],
    ['operator', 'code', operator],
    ['operator', 'sign-out', operator],
    ['operator', 'remove', operator],
    ['case', 'next', operator],
    ['case', 'assign', waiting, operator],
    ['case', 'decide', await aCase(db, reported.id), 'dismiss'],
    ['case', 'restore', decided, '--facts', 'We were wrong.'],
    ['case', 'send-again', undelivered],
    ['settings', 'set', 'name', 'Spark'],
    ['settings', 'reset', 'name'],
    ['settings', 'revert', change],
    ['member', 'ban', active, '--reason', 'spam'],
    ['member', 'unban', banned],
    ['member', 'pause', active],
    ['member', 'resume', paused],
    ['member', 'erase', active],
    ['session', 'end', active],
    ['cancellation', 'close', cancellation],
    ['member', 'restore', deleted],
    ['order', 'record-refund', order.id, '--reason', 'sorry'],
    ['credits', 'grant', active, '5', '--reason', 'sorry'],
    ['report', 'close', report],
    ['photo', 'accept', held],
    ['photo', 'remove', held, '--reason', 'nudity', '--facts', 'It shows a nude person.'],
    ['photo', 'forget', removal],
    ['complaint', 'answer', number, 'Hello'],
    ['complaint', 'close', number],
    ['discount', 'create', `C${newId().replaceAll(/[^A-Za-z0-9]/g, '')}`, '--percent', '5'],
    ['discount', 'end', await aDiscountCode(db)],
    ['price', 'set', 'pack-20', 'NL', '9.99'],
    ['method', 'off', 'NL', 'card'],
    ['method', 'on', 'NL', 'card'],
  ];
}

describe('a dry run', () => {
  test('of every verb that changes something says what would change and changes nothing', async () => {
    const calls = await callsThatChange();
    const changing = VERBS.filter(({ verb }) => verb.kind === 'changing').map(({ words }) => words.join(' '));
    // A restore needs an archive and an empty database: tests/cli/backup/refusals.test.ts.
    const called = [...calls.map(([area, verb]) => `${area} ${verb}`), 'backup restore'];
    expect(new Set(called)).toEqual(new Set(changing));
    const before = await allRows(db);
    for (const words of calls) {
      const { exitCode, stdout, stderr } = await site(...words, '--dry-run');
      expect([words.join(' '), exitCode, stderr]).toEqual([words.join(' '), 0, '']);
      expect(stdout).toMatch(/^Dry run, nothing has changed\. .* would /s);
      const json = JSON.parse((await site(...words, '--dry-run', '--json')).stdout) as object;
      expect(json).toEqual({ is_dry_run: true, would: stdout.replace('Dry run, nothing has changed. ', '') });
    }
    expect(await allRows(db)).toEqual(before);
  });

  test('refuses what the command itself would refuse', async () => {
    expect(await site('member', 'unban', (await aMember(db)).email, '--dry-run')).toMatchObject({ exitCode: 1, stdout: '' });
    expect(await site('report', 'close', newId(), '--dry-run')).toMatchObject({ exitCode: 1, stdout: '' });
    expect(await site('price', 'set', 'nothing', 'NL', '1.00', '--dry-run')).toMatchObject({ exitCode: 1, stdout: '' });
  });
});

describe('--json', () => {
  test('prints one value for every verb, also for a refusal', async () => {
    const { email } = await aMember(db);
    const reads = [
      ['settings', 'list'],
      ['settings', 'get', 'name'],
      ['member', 'show', email],
      ['member', 'find', 'No'],
      ['order', 'list', email],
      ['case', 'list'],
      ['case', 'show', await aCase(db, (await aMember(db)).id)],
      ['case', 'letters', await aCase(db, (await aMember(db)).id)],
      ['report', 'list'],
      ['complaint', 'list'],
      ['discount', 'list'],
      ['price', 'list'],
      ['vitals', 'show'],
      ['doctor'],
      ['operator', 'list'],
      ['operator', 'activity'],
      ['keys', 'list'],
    ];
    for (const words of [...reads, ...(await callsThatChange())]) {
      const { stdout, stderr } = await site(...words, '--json');
      expect([words.join(' '), stderr, stdout.split('\n').length]).toEqual([words.join(' '), '', 1]);
      expect(() => void JSON.parse(stdout)).not.toThrow();
    }
    const refused = await command('report', 'show', 'none', '--json');
    expect(refused.ended).toBe('exit code 1');
    expect(JSON.parse(refused.says)).toEqual({ error: { code: 'refused', message: 'There is no report none.' } });
  });

  test('holds no character that a terminal would obey, and the same text', async () => {
    const name = 'No\u001b[2J\u009bor\u202e\u{e0041}';
    const { email } = await aMember(db, { name });
    const { stdout } = await site('member', 'show', email, '--json');
    expect(stdout).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(JSON.parse(stdout)).toMatchObject({ name });
    expect((await site('member', 'show', email)).stdout).toContain('No\\u{1b}[2J\\u{9b}or\\u{202e}\\u{e0041}');
  });
});

describe('a database', () => {
  test('that cannot be reached is exit code 3', async () => {
    const away = async () => openDatabase('http://127.0.0.1:9', undefined, 1000);
    for (const words of [['doctor'], ['settings', 'list'], ['member', 'ban', newEmail(), '--reason', 'spam', '--dry-run']]) {
      const { exitCode, stdout, stderr } = await runSiteCommand(words, away);
      expect([exitCode, stdout, stderr.split('\n').length]).toEqual([3, '', 1]);
    }
    expect(JSON.parse((await runSiteCommand(['doctor', '--json'], away)).stdout)).toMatchObject({ error: { code: 'unreachable' } });
  });

  test('with an address of another kind is wrong usage', async () => {
    expect((await misaddressed('settings', 'list')).ended).toBe('exit code 2');
  });
});
