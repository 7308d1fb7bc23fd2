import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { inProject } from '../../../scripts/lib/paths.ts';
import { OPERATOR_ACTS } from '../../../worker/domain/operating/record-act.ts';

type Texts = Readonly<Record<string, string>>;
const FOLDER = inProject('web/desk/locales');
const read = (locale: string, file: string): Texts => JSON.parse(readFileSync(`${FOLDER}/${locale}/${file}`, 'utf8'));
const files = globSync('*.json', { cwd: `${FOLDER}/en` }).map((path) => basename(path));
const placeholdersIn = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([found]) => found).toSorted();
const source = globSync('web/desk/**/*.{ts,tsx}', { cwd: inProject('.') })
  .map((path) => readFileSync(inProject(path), 'utf8'))
  .join('\n');

/** Words that are the same in both languages. */
const SAME = new Set([
  ...['status', 'passkeys', 'credits', 'id', 'product', 'role_moderator', 'account', 'amount', 'code', 'gives_percent'],
  ...['key_down', 'key_up', 'key_enter', 'priority_later', 'source_about', 'gender_male', 'figure_mails_failed'],
]);

test('the desk has files', () => {
  expect(files.length).toBeGreaterThan(3);
});

test.each(files)('%s has the same keys and placeholders in Dutch, and no English sentence', (file) => {
  const [en, nl] = [read('en', file), read('nl', file)];
  expect(Object.keys(nl)).toEqual(Object.keys(en));
  const differing = Object.entries(en).filter(([key, text]) => String(placeholdersIn(text)) !== String(placeholdersIn(nl[key] ?? '')));
  expect(differing).toEqual([]);
  expect(Object.entries(en).filter(([key, text]) => nl[key] === text && !SAME.has(key))).toEqual([]);
});

test.each(files)('every sentence of %s is used', (file) => {
  const texts = read('en', file);
  const unused = Object.keys(texts).filter((key) => {
    const singular = key.replace(/_other$/, '_one');
    const base = singular in texts ? singular.replace(/_one$/, '') : key;
    const family = base.slice(0, base.indexOf('_') + 1);
    return !source.includes(`'${base}'`) && !(family !== '' && source.includes(`\`${family}\${`));
  });
  expect(unused).toEqual([]);
});

test('every act of the record has words', () => {
  const words = read('en', 'access.json');
  expect(OPERATOR_ACTS.filter((act) => !(`act_${act}` in words))).toEqual([]);
});
