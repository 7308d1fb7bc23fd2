import { describe, expect, test } from 'vitest';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { aMember, anImage } from '../../../support/database/factories.ts';
import type { ApiAnswer } from '../../../support/product/api-client.ts';
import { testSite } from '../../../support/product/test-site.ts';

const site = testSite({ SETTINGS_TTL_SECONDS: '0' });

describe('the first look', () => {
  const lookOf = (page: ApiAnswer) => /<div class="look">[\s\S]*<\/svg><\/div><\/div>/.exec(String(page.body))?.[0] ?? '';

  test.each(['/', '/login', '/signup', '/reset-password', '/match-finder'])('of %s is in the HTML, with the ways to join', async (path) => {
    const look = lookOf(await site.visitor.get(path, { 'Accept-Language': 'nl' }));
    expect(look).toMatch(/<h1 /);
    expect(look).not.toMatch(/\{\{|look=search|style=|<script|<form (?!method="dialog")/);
  });

  test.each(['/', '/login', '/signup', '/complaints'])('of %s names only pictures that there are', async (path) => {
    const pictures = lookOf(await site.visitor.get(path)).match(/\/assets\/[\w.-]+/g) ?? [];
    const answers = await Promise.all(pictures.map(async (picture) => [picture, (await site.visitor.get(picture)).status]));
    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
  });

  test('names the site, escaped, in its template', async () => {
    await saveSetting(site.db, 'name', 'A & B <i>');
    await saveSetting(site.db, 'template', 'classic');
    const look = lookOf(await site.visitor.get('/login'));
    expect(look).toContain('A &amp; B &lt;i&gt;</a>');
    expect(look).toContain('class="app classic page-login');
    for (const key of ['name', 'template']) await clearSetting(site.db, key);
  });

  test('takes a campaign along, escaped', async () => {
    const look = lookOf(await site.visitor.get('/?network=a%22b&ref=<i>'));
    expect(look).toContain('href="/signup?network=a%22b&amp;ref=%3Ci%3E"');
  });

  test('says whether one may sign up, and is left out where the visit decides', async () => {
    const looks = [];
    for (const signups of ['none', 'with_trafficsource']) {
      await saveSetting(site.db, 'signups', signups);
      looks.push(lookOf(await site.visitor.get('/signup')));
    }
    await clearSetting(site.db, 'signups');
    expect(looks[0]).not.toContain('type="password"');
    expect(looks[1]).toBe('');
  });

  test('offers nobody to join free while sign-ups are closed, and names the login instead', async () => {
    const { id } = await aMember(site.db);
    const led = ['signup', 'landing', 'landing2/coffee', 'landing3/curious'].map((page) => `/members/${id}/${page}`);
    const landers = ['video/first-coffee', 'gallery/over-40', 'maplanding/nearby', 'socialnetwork/small-talk'].map(
      (one) => `/landers/${one}`,
    );
    await saveSetting(site.db, 'signups', 'none');
    for (const path of ['/', '/login', '/signup', '/match-finder', '/complaints', '/nowhere', '/pricing', ...led, ...landers]) {
      const body = String((await site.visitor.get(path, { 'Accept-Language': 'en' })).body).replaceAll(/<meta [^>]*>/g, '');
      expect([
        path,
        /join free|href="\/signup|type="password"/i.exec(path === '/login' ? body.replace('type="password"', '') : body),
      ]).toEqual([path, null]);
      expect([path, body.includes('href="/login')]).toEqual([path, true]);
    }
    await clearSetting(site.db, 'signups');
  });

  test('of a member’s page is a frame with nothing of the member in it', async () => {
    const member = await aMember(site.db, { credits: 4321, name: 'Somebody' });
    for (const path of ['/home', '/members', '/chats', '/likes', '/notifications', '/profile', '/credits']) {
      const look = lookOf(await site.as(member).get(path));
      const page = path === '/home' ? 'index' : `page-${path.slice(1)}`;
      expect(look).toContain(`<div class="app social logged-in ${page} `);
      expect(look).not.toMatch(/Somebody|4321|\{\{|style=/);
    }
  });

  test('is nobody’s where somebody else is meant: a member’s for a visitor, a visitor’s for a member', async () => {
    const me = site.as(await aMember(site.db));
    expect([lookOf(await site.visitor.get('/home')), lookOf(await me.get('/login'))]).toEqual(['', '']);
  });

  test('of the search shows the first cards it has found, and of nobody what is not to be shown unasked', async () => {
    const me = await aMember(site.db, { gender: 'male' });
    const seen = await aMember(site.db, { name: 'Ann <b>', gender: 'female' });
    await anImage(site.db, seen.id);
    const look = lookOf(await site.as(me).get('/members', { 'Accept-Language': 'en' }));
    expect(look).toContain('Ann &lt;b&gt;');
    expect(look).toContain(`href="/members/${seen.id}"`);
    expect(look).not.toMatch(/\{\{|style=|Ann <b>/);
    expect(lookOf(await site.as(me).get('/members?page=2'))).not.toContain('Ann');
  });
});

test('an address that nobody has says so without scripts, too, with what it is, however hostile', async () => {
  const wordsAt = async (path: string) => {
    const { body } = await site.visitor.get(path, { 'Accept-Language': 'en' });
    return /<noscript>([\s\S]*?)<\/noscript>/.exec(String(body))?.[1] ?? '';
  };
  const words = await wordsAt('/nowhere');
  expect(words).toContain('>Page Not Found</h1>');
  expect(words).toContain('>Error 404</p>');
  expect(words).toContain('<code>/nowhere</code>');
  expect(words).not.toMatch(/JavaScript|look%3Dsearch/);
  expect(words).toMatch(/href="\/login[?"]/);
  expect(await wordsAt('/%7B%7Bsite%7D%7D/{{site}}/$&/</noscript><script>alert(1)</script>')).not.toMatch(/<script|Vonk\/|<\/p><\/code>/);
  expect(await wordsAt('/members')).toContain('JavaScript');
});
