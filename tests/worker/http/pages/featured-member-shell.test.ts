import { expect, test } from 'vitest';
import { INITIAL_ANSWERS_ELEMENT } from '#contract/pages/boot';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { aBlock, aMember, anImage } from '../../../support/database/factories.ts';
import type { ApiAnswer } from '../../../support/product/api-client.ts';
import { testSite } from '../../../support/product/test-site.ts';

const site = testSite();

const FEATURED_PAGES = ['landing', 'landing2/coffee', 'landing3/curious'] as const;
const ENGLISH = { 'Accept-Language': 'en' };
const shellIn = (page: ApiAnswer) => /<div class="prerendered-shell">[\s\S]*<\/svg><\/div><\/div>/.exec(String(page.body))?.[0] ?? '';
const initialAnswerOf = (page: ApiAnswer) =>
  JSON.parse(new RegExp(`id="${INITIAL_ANSWERS_ELEMENT}">(.*?)</script>`).exec(String(page.body))?.[1] ?? '[null]')[0];
const open = (id: string, path = 'landing', as = site.visitor) => as.get(`/members/${id}/${path}`, ENGLISH);

const aFeaturedMember = async (traits: Parameters<typeof aMember>[1] = {}) => {
  const featured = await aMember(site.db, { name: 'Marit <b>', personal: 'Reads & rows', ...traits });
  return { ...featured, image: await anImage(site.db, featured.id) };
};

test.each(FEATURED_PAGES)('%s shows a visitor its featured member in the HTML, and nothing a visitor may not see', async (path) => {
  const featured = await aFeaturedMember({ isFictional: true });
  const page = await open(featured.id, `${path}?network=north`);
  const shell = shellIn(page);
  expect(shell).toMatch(/<img [^>]*srcSet="\/photos\/[\w-]+\.webp \d+w, /);
  expect(shell).toContain('<bdi>Marit &lt;b&gt;</bdi>, 26–35');
  expect(shell).toContain('Utrecht');
  expect(shell).toContain('<span class="tag">Fictional</span>');
  expect(shell.includes('Reads &amp; rows')).toBe(path === 'landing');
  expect(shell).not.toMatch(/\{\{|<!--|style=|shell=query|featured-photo-loading/);
  expect(initialAnswerOf(page)).toMatchObject({ id: featured.id, profile: { age: null, is_online: false, fields: {} } });
  expect(String(page.body)).not.toContain(featured.dateOfBirth);
});

test('a real member carries no fictional label, and one without a text gets no text block', async () => {
  const shell = shellIn(await open((await aFeaturedMember({ personal: null })).id));
  expect(shell).toContain('Marit');
  expect(shell).not.toMatch(/class="tag"|exhibition-quote/);
});

test('an open age band is written in the language of the page', async () => {
  const featured = await aFeaturedMember({ dateOfBirth: `${new Date().getUTCFullYear() - 21}-01-01` });
  expect(shellIn(await open(featured.id))).toContain('</bdi>, up to 25');
});

test('fields that the operator hides are left out', async () => {
  await saveSetting(site.db, 'visible_profile_fields', ['age']);
  await saveSetting(site.db, 'visible_profile_notes', []);
  const shell = shellIn(await open((await aFeaturedMember()).id));
  for (const key of ['visible_profile_fields', 'visible_profile_notes'] as const) await clearSetting(site.db, key);
  expect(shell).toContain('Marit');
  expect(shell).not.toMatch(/Utrecht|Reads|exhibition-quote/);
});

test('a member with a nude main photo is not shown', async () => {
  const featured = await aFeaturedMember();
  await site.db.$client.execute({ sql: 'update images set is_nude = 1 where id = ?', args: [featured.image] });
  expect(shellIn(await open(featured.id))).not.toMatch(/\/photos\/|Marit/);
});

test('a paused member is not shown: the page says that nobody can be shown', async () => {
  const { id } = await aFeaturedMember({ isPaused: true });
  const page = await open(id);
  expect(page.status).toBe(200);
  expect(initialAnswerOf(page)).toEqual({ id, profile: null });
  expect(shellIn(page)).toContain('featured-photo-loading');
  expect(String(page.body)).not.toContain('Marit');
});

test('to a member whom they have blocked the page is a 404', async () => {
  const [featured, me] = [await aFeaturedMember(), await aMember(site.db)];
  expect(initialAnswerOf(await open(featured.id, 'landing', site.as(me)))).toMatchObject({ profile: { age: expect.any(Number) } });
  await aBlock(site.db, featured.id, me.id);
  const page = await open(featured.id, 'landing', site.as(me));
  expect([page.status, initialAnswerOf(page)]).toEqual([404, null]);
});

test('an address without a valid member id has no initial answer', async () => {
  expect(initialAnswerOf(await site.visitor.get('/members/x/landing', ENGLISH))).toBeNull();
});
