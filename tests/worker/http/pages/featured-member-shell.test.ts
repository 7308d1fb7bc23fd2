import { expect, test } from 'vitest';
import { ANSWER_ELEMENT } from '#contract/pages/boot';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { aBlock, aMember, anImage } from '../../../support/database/factories.ts';
import type { ApiAnswer } from '../../../support/product/api-client.ts';
import { testSite } from '../../../support/product/test-site.ts';

const site = testSite({ SETTINGS_TTL_SECONDS: '0' });

const LED = ['landing', 'landing2/coffee', 'landing3/curious'] as const;
const ENGLISH = { 'Accept-Language': 'en' };
const lookIn = (page: ApiAnswer) => /<div class="look">[\s\S]*<\/svg><\/div><\/div>/.exec(String(page.body))?.[0] ?? '';
const broughtBy = (page: ApiAnswer) =>
  JSON.parse(new RegExp(`id="${ANSWER_ELEMENT}">(.*?)</script>`).exec(String(page.body))?.[1] ?? 'null');
const open = (id: string, path = 'landing', as = site.visitor) => as.get(`/members/${id}/${path}`, ENGLISH);

const aLead = async (traits: Parameters<typeof aMember>[1] = {}) => {
  const lead = await aMember(site.db, { name: 'Marit <b>', personal: 'Reads & rows', ...traits });
  return { ...lead, image: await anImage(site.db, lead.id) };
};

test.each(LED)('%s shows a visitor in its HTML whom it leads with, and nothing a visitor may not see', async (path) => {
  const lead = await aLead({ isFictional: true });
  const page = await open(lead.id, `${path}?network=north`);
  const look = lookIn(page);
  expect(look).toMatch(/<img [^>]*srcSet="\/photos\/[\w-]+\.webp \d+w, /);
  expect(look).toContain('<bdi>Marit &lt;b&gt;</bdi>, 26–35');
  expect(look).toContain('Utrecht');
  expect(look).toContain('<span class="flag">Fictional</span>');
  expect(look.includes('Reads &amp; rows')).toBe(path === 'landing');
  expect(look).not.toMatch(/\{\{|<!--|style=|look=search|lead-awaited/);
  expect(broughtBy(page)).toMatchObject({ id: lead.id, profile: { age: null, is_online: false, fields: {} } });
  expect(String(page.body)).not.toContain(lead.dateOfBirth);
});

test('somebody real carries no label, and who has written nothing has no place for words', async () => {
  const look = lookIn(await open((await aLead({ personal: null })).id));
  expect(look).toContain('Marit');
  expect(look).not.toMatch(/class="flag"|hall-words/);
});

test('an open band of ages is told in the words of the language', async () => {
  const lead = await aLead({ dateOfBirth: `${new Date().getUTCFullYear() - 21}-01-01` });
  expect(lookIn(await open(lead.id))).toContain('</bdi>, up to 25');
});

test('what the operator leaves out is left out here, too', async () => {
  await saveSetting(site.db, 'visible_profile_fields', ['age']);
  await saveSetting(site.db, 'visible_profile_notes', []);
  const look = lookIn(await open((await aLead()).id));
  for (const key of ['visible_profile_fields', 'visible_profile_notes'] as const) await clearSetting(site.db, key);
  expect(look).toContain('Marit');
  expect(look).not.toMatch(/Utrecht|Reads|hall-words/);
});

test('a photo with nudity is not shown unasked', async () => {
  const lead = await aLead();
  await site.db.$client.execute({ sql: 'update images set is_nude = 1 where id = ?', args: [lead.image] });
  expect(lookIn(await open(lead.id))).not.toMatch(/\/photos\/|Marit/);
});

test('of somebody who is paused the page says no more than that nobody is to be shown', async () => {
  const { id } = await aLead({ isPaused: true });
  const page = await open(id);
  expect(page.status).toBe(200);
  expect(broughtBy(page)).toEqual({ id, profile: null });
  expect(lookIn(page)).toContain('lead-awaited');
  expect(String(page.body)).not.toContain('Marit');
});

test('to a member whom they have blocked they are nobody', async () => {
  const [lead, me] = [await aLead(), await aMember(site.db)];
  expect(broughtBy(await open(lead.id, 'landing', site.as(me)))).toMatchObject({ profile: { age: expect.any(Number) } });
  await aBlock(site.db, lead.id, me.id);
  const page = await open(lead.id, 'landing', site.as(me));
  expect([page.status, broughtBy(page)]).toEqual([404, null]);
});

test('an address that names no member brings nobody', async () => {
  expect(broughtBy(await site.visitor.get('/members/x/landing', ENGLISH))).toBeNull();
});
