import { describe, expect, test } from 'vitest';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { aMember, anImage } from '../../../support/database/factories.ts';
import type { ApiAnswer } from '../../../support/product/api-client.ts';
import { testSite } from '../../../support/product/test-site.ts';

const site = testSite();

describe('the prerendered shell', () => {
  const shellOf = (page: ApiAnswer) => /<div class="prerendered-shell">[\s\S]*<\/svg><\/div><\/div>/.exec(String(page.body))?.[0] ?? '';

  test.each(['/', '/login', '/signup', '/reset-password', '/match-finder'])(
    'of %s is in the HTML, with its heading and without scripts',
    async (path) => {
      const shell = shellOf(await site.visitor.get(path, { 'Accept-Language': 'nl' }));
      expect(shell).toMatch(/<h1 /);
      expect(shell).not.toMatch(/\{\{|shell=query|style=|<script|<form (?!method="dialog")/);
    },
  );

  test.each(['/', '/login', '/signup', '/complaints'])('of %s names only pictures that exist', async (path) => {
    const pictures = shellOf(await site.visitor.get(path)).match(/\/assets\/[\w.-]+/g) ?? [];
    const answers = await Promise.all(pictures.map(async (picture) => [picture, (await site.visitor.get(picture)).status]));
    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
  });

  test('names the site, escaped, and has its template', async () => {
    await saveSetting(site.db, 'name', 'A & B <i>');
    await saveSetting(site.db, 'template', 'classic');
    const shell = shellOf(await site.visitor.get('/login'));
    expect(shell).toContain('A &amp; B &lt;i&gt;</a>');
    expect(shell).toContain('class="app classic page-login');
    for (const key of ['name', 'template']) await clearSetting(site.db, key);
  });

  test('passes campaign parameters on in its links, escaped', async () => {
    const shell = shellOf(await site.visitor.get('/?network=a%22b&ref=<i>'));
    expect(shell).toContain('href="/signup?network=a%22b&amp;ref=%3Ci%3E"');
  });

  test('shows whether sign-ups are open, and is left out where that depends on the visit', async () => {
    const shells = [];
    for (const signups of ['none', 'with_trafficsource']) {
      await saveSetting(site.db, 'signups', signups);
      shells.push(shellOf(await site.visitor.get('/signup')));
    }
    await clearSetting(site.db, 'signups');
    expect(shells[0]).not.toContain('type="password"');
    expect(shells[1]).toBe('');
  });

  test('offers nobody to join free while sign-ups are closed, and names the login instead', async () => {
    const { id } = await aMember(site.db);
    const featuredPages = ['signup', 'landing', 'landing2/coffee', 'landing3/curious'].map((page) => `/members/${id}/${page}`);
    const landers = ['video/first-coffee', 'gallery/over-40', 'maplanding/nearby', 'socialnetwork/small-talk'].map(
      (one) => `/landers/${one}`,
    );
    await saveSetting(site.db, 'signups', 'none');
    for (const path of ['/', '/login', '/signup', '/match-finder', '/complaints', '/nowhere', '/pricing', ...featuredPages, ...landers]) {
      const body = String((await site.visitor.get(path, { 'Accept-Language': 'en' })).body).replaceAll(/<meta [^>]*>/g, '');
      expect([
        path,
        /join free|href="\/signup|type="password"/i.exec(path === '/login' ? body.replace('type="password"', '') : body),
      ]).toEqual([path, null]);
      expect([path, body.includes('href="/login')]).toEqual([path, true]);
    }
    await clearSetting(site.db, 'signups');
  });

  test('of a member’s page is a frame without data of the member', async () => {
    const member = await aMember(site.db, { credits: 4321, name: 'Somebody' });
    for (const path of ['/home', '/members', '/chats', '/likes', '/notifications', '/profile', '/profile/settings', '/credits']) {
      const shell = shellOf(await site.as(member).get(path));
      const page = path === '/home' ? 'index' : `page-${path.slice(1).replaceAll('/', '-')}`;
      expect(shell).toContain(`<div class="app social logged-in ${page} `);
      expect(shell).not.toMatch(/Somebody|4321|\{\{|style=/);
    }
  });

  test('is left out where it is meant for others: a member’s for a visitor, a visitor’s for a member', async () => {
    const me = site.as(await aMember(site.db));
    expect([shellOf(await site.visitor.get('/home')), shellOf(await me.get('/login'))]).toEqual(['', '']);
  });

  test('of the search shows the first cards that were found, and none of them on page 2', async () => {
    const me = await aMember(site.db, { gender: 'male' });
    const found = await aMember(site.db, { name: 'Ann <b>', gender: 'female' });
    await anImage(site.db, found.id);
    const shell = shellOf(await site.as(me).get('/members', { 'Accept-Language': 'en' }));
    expect(shell).toContain('Ann &lt;b&gt;');
    expect(shell).toContain(`href="/members/${found.id}"`);
    expect(shell).not.toMatch(/\{\{|style=|Ann <b>/);
    expect(shellOf(await site.as(me).get('/members?page=2'))).not.toContain('Ann');
  });
});

test('an unknown address says so without scripts, too, and shows the address escaped, however hostile', async () => {
  const noscriptAt = async (path: string) => {
    const { body } = await site.visitor.get(path, { 'Accept-Language': 'en' });
    return /<noscript>([\s\S]*?)<\/noscript>/.exec(String(body))?.[1] ?? '';
  };
  const words = await noscriptAt('/nowhere');
  expect(words).toContain('>This page stood us up.</h1>');
  expect(words).toContain('>Error 404</p>');
  expect(words).toContain('<code>/nowhere</code>');
  expect(words).not.toMatch(/JavaScript|shell%3Dquery/);
  expect(words).toMatch(/href="\/login[?"]/);
  expect(await noscriptAt('/%7B%7Bsite%7D%7D/{{site}}/$&/</noscript><script>alert(1)</script>')).not.toMatch(
    /<script|Vonk\/|<\/p><\/code>/,
  );
  expect(await noscriptAt('/members')).toContain('JavaScript');
});
