import { describe, expect, test } from 'vitest';
import { INITIAL_ANSWERS_ELEMENT } from '#contract/pages/boot';
import { PAGES } from '#contract/pages/page-routes';
import { getProfile } from '#contract/profile';
import { aBlock, aMember, newId } from '../../../support/database/factories.ts';
import type { ApiAnswer } from '../../../support/product/api-client.ts';
import { bootOf, titleOf } from '../../../support/product/page-html.ts';
import { examplePath } from '../../../support/product/page-paths.ts';
import { testSite } from '../../../support/product/test-site.ts';

const site = testSite();
/** Every page that names a member in its address. */
const OF_MEMBERS = Object.entries(PAGES).flatMap(([name, { path }]) => (path.includes(':memberId') ? [[name, path] as const] : []));
const UNSHOWN_MEMBERS = [
  ['is deleted', { status: 'deleted', statusBefore: 'active', deletedAt: Date.now() }],
  ['is banned', { status: 'banned', statusBefore: 'active' }],
] as const;

/** A page as `[status, HTML]` without what differs in every answer: the id in its address, the token and the time of its form. */
const comparablePage = ({ status, body }: ApiAnswer, id: string) => [
  status,
  String(body)
    .replaceAll(id, 'ID')
    .replaceAll(/"csrf":"[^"]*"/g, 'CSRF'),
];

const initialAnswerOf = (page: ApiAnswer): unknown =>
  JSON.parse(new RegExp(`id="${INITIAL_ANSWERS_ELEMENT}">(.*?)</script>`).exec(String(page.body))?.[1] ?? '[null]')[0];

describe.each(OF_MEMBERS)('%s', (_, path) => {
  test('is a 404 for a well-formed unknown id, to visitors and to members', async () => {
    for (const reader of [site.visitor, site.as(await aMember(site.db))]) {
      const page = await reader.get(examplePath(path, newId()));
      expect([page.status, titleOf(page), bootOf(page).is_missing, initialAnswerOf(page)]).toEqual([404, 'Error 404 · Vonk', true, null]);
      expect(String(page.body)).toContain('<meta name="robots" content="noindex">');
    }
  });

  test.each(UNSHOWN_MEMBERS)('answers for a member who %s as for an unknown id', async (__, traits) => {
    const [gone, nobody] = [await aMember(site.db, traits), newId()];
    for (const reader of [site.visitor, site.as(await aMember(site.db))])
      expect(comparablePage(await reader.get(examplePath(path, gone.id)), gone.id)).toEqual(
        comparablePage(await reader.get(examplePath(path, nobody)), nobody),
      );
  });

  test('answers a member whom they have blocked as for an unknown id, and others with the page', async () => {
    const [noor, joris, nobody] = [await aMember(site.db), await aMember(site.db), newId()];
    await aBlock(site.db, noor.id, joris.id);
    const reader = site.as(joris);
    expect(comparablePage(await reader.get(examplePath(path, noor.id)), noor.id)).toEqual(
      comparablePage(await reader.get(examplePath(path, nobody)), nobody),
    );
    expect((await site.visitor.get(examplePath(path, noor.id))).status).toBe(200);
  });

  test('is an empty 404 to a bot for an unknown id', async () => {
    const page = await site.visitor.get(examplePath(path, newId()), { 'User-Agent': 'Googlebot/2.1' });
    expect([page.status, /<body>([\s\S]*)<\/body>/.exec(String(page.body))?.[1]]).toEqual([404, '']);
  });
});

test.each(['/members/:memberId', '/likes/m/:memberId'])('%s carries the initial answer, which equals that of the call', async (path) => {
  const [noor, reader] = [await aMember(site.db), site.as(await aMember(site.db))];
  const { profile } = Object(initialAnswerOf(await reader.get(examplePath(path, noor.id))));
  expect(profile).toEqual((await reader.get(`${getProfile.path}?id=${noor.id}`)).at('profile'));
  const seen = Object(initialAnswerOf(await site.visitor.get(examplePath(path, noor.id))));
  expect(seen).toMatchObject({ id: noor.id, profile: { age: null, is_online: false, fields: {} } });
});
