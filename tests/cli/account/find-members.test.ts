import { expect, test } from 'vitest';
import { aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';
import { siteCommandsInProcess } from '../run-site-command.ts';

const { db, url } = await testDatabase();
const site = siteCommandsInProcess(() => url);
const find = (...words: string[]) => site('member', 'find', ...words);

test('members are found by the beginning of a name, a whole address and an id, as at the desk', async () => {
  const [anna, other] = [await aMember(db, { name: 'Wilhelmina Anna' }), await aMember(db, { name: 'Anna Wilhelmina' })];
  for (const words of [['wilhelmina'], ['Wilhelmina', 'An'], [anna.email.toUpperCase()], [anna.id]]) {
    const { ended, says } = await find(...words);
    expect([ended, says.includes(anna.email), says.includes(other.email)]).toEqual(['exit code 0', true, false]);
  }
  expect((await find(anna.id)).says).toMatch(/^\S{22} {2}Wilhelmina Anna <\S+> {2}active {2}NL {2}since .* UTC$/);
  expect(JSON.parse((await find('wilhelmina', '--json')).says)).toEqual({
    members: [expect.objectContaining({ id: anna.id, name: 'Wilhelmina Anna', is_fictional: false })],
    is_capped: false,
  });
});

test('no part of an address finds anybody, and too little to search for is refused', async () => {
  const { email } = await aMember(db);
  for (const typed of [email.slice(0, 8), `${email.slice(0, 8)}@`, newId()])
    expect(await find(typed)).toEqual({ ended: 'exit code 0', says: 'Nobody found.' });
  expect(await find('n')).toEqual({ ended: 'exit code 2', says: 'TEXT has at least 2 characters.' });
  expect((await find('n'.repeat(255))).ended).toBe('exit code 2');
});

test('of more than twenty members the first are listed', async () => {
  for (let i = 0; i < 21; i += 1) await aMember(db, { name: `Quirine ${i}` });
  const lines = (await find('Quirine')).says.split('\n');
  expect([lines.length, lines.at(-1)]).toEqual([21, 'There are more: type more of the name.']);
});
