import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BOOT_ELEMENT, INITIAL_ANSWERS_ELEMENT } from '#contract/pages/boot';
import { PAGES, type PageName } from '#contract/pages/page-routes';
import { examplePath } from '../../support/product/page-paths.ts';
import type { Column, Role } from './access-columns.ts';
import { accessFixture, factsIn } from './access-fixture.ts';
import { shapeOf } from './answer-shape.ts';
import { cellsIn, describeRows } from './describe-rows.ts';
import { PAGE_ACCESS, PAGES_WITH_ANSWER } from './page-access.ts';

const fixture = accessFixture();

test('the table names the initial answer of every page that has one, and of no other', () => {
  const [, table = ''] = /INITIAL_ANSWERS: InitialAnswers = \{\n(.*?)\n\};/s.exec(readFileSync('worker/app.ts', 'utf8')) ?? [];
  expect(Object.keys(PAGES_WITH_ANSWER)).toEqual([...table.matchAll(/^ +'?([\w-]+)'?:/gm)].map(([, name]) => name));
});

/** The photo with which the home page begins; the photo is also in the initial answers. */
const PRELOADED_PHOTO = /<link rel="preload" as="image"[^>]*>/;
const JSON_BLOCK = /<script type="application\/json" id="(\w+)">(.*?)<\/script>/gs;

/** The JSON blocks of a page, by their ids. */
const blocksOf = (html: string) => new Map([...html.matchAll(JSON_BLOCK)].map(([, id, json]) => [id, JSON.parse(json ?? '')]));

/** Pages that are 404, without the id of their address and the token that each page has of its own. */
const missing = new Map<string, unknown>();

async function askPage(name: string, role: Role, column: Column): Promise<string> {
  const caller = fixture.callers[role];
  const owner = column === 'whole' ? 'other' : column;
  const answer = await fixture.site.as(caller).get(examplePath(PAGES[name as PageName].path, caller.member[owner]));
  const html = String(answer.body);
  const blocks = blocksOf(html);
  const initial: object[] = blocks.get(INITIAL_ANSWERS_ELEMENT) ?? [];
  // The id is in the address, and the links of a page repeat its address. Whose photo is preloaded depends on who wrote last.
  const facts = factsIn(
    html.replaceAll(JSON_BLOCK, '').replace(PRELOADED_PHOTO, '').replaceAll(caller.member[owner], ''),
    caller.people[owner === 'nobody' ? 'own' : owner],
  );
  if (answer.status === 404) {
    const neutral = html.replaceAll(caller.member[owner], 'ID').replace(/"csrf":"[^"]+"/, '');
    missing.set(`${name} ${role} ${column}`, [neutral, [...answer.headers.keys()].toSorted()]);
  }
  expect(fixture.secretsIn(answer)).toEqual([]);
  return [
    `${answer.status} boot{${shapeOf(blocks.get(BOOT_ELEMENT))}}`,
    ...initial.map((found) => `answer{${shapeOf(found)}}`),
    ...(facts === 'nothing' ? [] : [`html{${facts}}`]),
  ].join(' ');
}

describeRows(PAGE_ACCESS, askPage);

test('the page of a member who must not be known is exactly that of an unknown id', () => {
  expect(missing.size).toBe(cellsIn(PAGE_ACCESS).filter(({ expected }) => expected.startsWith('404')).length);
  for (const [key, page] of missing) expect([key, page]).toEqual([key, missing.get(key.replace(/\w+$/, 'nobody'))]);
});
