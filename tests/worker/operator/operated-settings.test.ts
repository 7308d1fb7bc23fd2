import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { clearSetting, latestSettingChanges, saveSetting, settingRows } from '#db/queries/operator/settings';
import { settingChanges } from '#db/schema/index';
import { siteCommandsInProcess } from '../../cli/run-site-command.ts';
import { newId } from '../../support/database/factories.ts';
import { anOperator } from '../../support/database/operator-factories.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();
const command = siteCommandsInProcess(() => site.dbUrl);
const KEYS = ['min_age', 'vat_rates', 'name', 'company'];

afterEach(async () => {
  for (const key of KEYS) await clearSetting(site.db, key);
  await site.db.delete(settingChanges);
});

const admin = () => anOperator(site.db, { role: 'admin' });
const stored = async (key: string) => (await settingRows(site.db)).find((row) => row.key === key)?.value;
const save = (operator: { cookie: string }, key: string, typed: string, seen: unknown) =>
  site.as(operator).put('/api/operator/settings.php', { key, typed, seen: JSON.stringify(seen) });

describe('changing a setting', () => {
  test('stores it and keeps who changed what', async () => {
    const operator = await admin();
    expect((await save(operator, 'min_age', '21', 18)).body).toEqual({ key: 'min_age', value: 21 });
    expect((await save(operator, 'min_age', '25', 21)).status).toBe(200);
    const { changes } = (await site.as(operator).get('/api/operator/setting-changes.php')).body as { changes: object[] };
    expect(changes).toMatchObject([
      { key: 'min_age', before: 21, after: 25, by: operator.email, actor: 'operator' },
      { key: 'min_age', before: null, after: 21, by: operator.email },
    ]);
  });

  test('lays a map over its defaults, as the preview says', async () => {
    const operator = await admin();
    const preview = await site.as(operator).post('/api/operator/settings.php', { key: 'vat_rates', typed: '{"NL":2200}' });
    expect([preview.at('value.NL'), preview.at('value.DE')]).toEqual([2200, 1900]);
    expect(await stored('vat_rates')).toBeUndefined();
  });

  test.each([
    ['a value of another kind', 'min_age', 'young'],
    ['a value out of range', 'min_age', '12'],
    ['a company without a city', 'company', '{"name":"Vonk"}'],
  ])('refuses %s with the reason', async (_, key, typed) => {
    const operator = await admin();
    for (const answer of [
      await save(operator, key, typed, 18),
      await site.as(operator).post('/api/operator/settings.php', { key, typed }),
    ]) {
      expect([answer.status, answer.at('error.fields.typed')]).toEqual([422, 'not_allowed']);
      expect(String(answer.at('error.details.reason'))).toContain(key);
    }
    expect(await latestSettingChanges(site.db, null, 9)).toEqual([]);
  });

  test('refuses a key that does not exist, and one of every object', async () => {
    const operator = await admin();
    for (const key of ['nothing', 'constructor', '__proto__']) expect((await save(operator, key, '1', 1)).status).toBe(422);
  });

  test('refuses to overwrite what somebody else has changed meanwhile', async () => {
    const operator = await admin();
    await saveSetting(site.db, 'min_age', 30);
    const answer = await save(operator, 'min_age', '21', 18);
    expect([answer.status, await stored('min_age')]).toEqual([409, 30]);
  });
});

describe('taking a change back', () => {
  test('brings the value from before it, or the default', async () => {
    const operator = await admin();
    await save(operator, 'min_age', '21', 18);
    await save(operator, 'min_age', '25', 21);
    const [second, first] = await latestSettingChanges(site.db, 'min_age', 2);
    const revert = (id: string | undefined, seen: number) =>
      site.as(operator).post('/api/operator/setting-changes.php', { id, seen: JSON.stringify(seen) });
    expect([(await revert(second?.id, 25)).status, await stored('min_age')]).toEqual([204, 21]);
    expect([(await revert(first?.id, 21)).status, await stored('min_age')]).toEqual([204, undefined]);
    expect(await latestSettingChanges(site.db, 'min_age', 9)).toHaveLength(4);
  });
});

describe('the command line', () => {
  test('keeps its changes in the same history', async () => {
    await command('settings', 'set', 'min_age', '21');
    await command('settings', 'reset', 'min_age');
    expect((await latestSettingChanges(site.db, 'min_age', 9)).map(({ before, after, actor }) => [before, after, actor])).toEqual([
      [21, null, 'command_line'],
      [null, 21, 'command_line'],
    ]);
    expect((await command('settings', 'history', 'min_age')).says).toMatch(
      /command line {2}min_age: 21 → default\n.* min_age: default → 21$/,
    );
    expect((await command('settings', 'history', 'name')).says).toBe('No change is kept.');
  });

  test('takes a change back by its id', async () => {
    await command('settings', 'set', 'min_age', '21');
    await command('settings', 'set', 'min_age', '25');
    const [second = '', first = ''] = (await command('settings', 'history', 'min_age')).says.split('\n').map((line) => line.split(' ')[0]);
    expect([(await command('settings', 'revert', second)).ended, await stored('min_age')]).toEqual(['exit code 0', 21]);
    expect([(await command('settings', 'revert', first)).ended, await stored('min_age')]).toEqual(['exit code 0', undefined]);
    expect(await command('settings', 'revert', 'none')).toEqual({ ended: 'exit code 1', says: 'There is no change none.' });
    await site.db.insert(settingChanges).values({ id: newId(), key: 'gone', before: 1, after: 2, actor: 'command_line', createdAt: 1 });
    await site.db
      .insert(settingChanges)
      .values({ id: 'too-young', key: 'min_age', before: 3, after: 4, actor: 'command_line', createdAt: 1 });
    for (const { id, key } of await site.db.select().from(settingChanges).where(eq(settingChanges.createdAt, 1)))
      expect(await command('settings', 'revert', id)).toEqual({
        ended: 'exit code 1',
        says: `What ${key} was before does not fit this version.`,
      });
  });
});
