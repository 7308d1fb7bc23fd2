import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { afterEach, describe, expect, test } from 'vitest';
import { SHIPPED_LOCALES } from '#contract/primitives';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { inProject } from '../../../../scripts/lib/paths.ts';
import type { SettingKey } from '../../../../worker/config/settings.ts';
import { testSite } from '../../../support/product/test-site.ts';

const site = testSite();
const ask = (headers: Record<string, string> = {}) => site.visitor.get('/manifest.webmanifest', { 'Accept-Language': 'en', ...headers });
const set = (key: SettingKey, value: unknown) => saveSetting(site.db, key, value);
const KEYS = ['name', 'theme_color', 'background_color', 'app_icons', 'domain_language'] as const satisfies readonly SettingKey[];

afterEach(async () => {
  for (const key of KEYS) await clearSetting(site.db, key);
});

const Picture = v.object({ src: v.string(), sizes: v.string(), type: v.string(), purpose: v.optional(v.string(), 'any') });
const Manifest = v.looseObject({
  lang: v.string(),
  icons: v.array(Picture),
  screenshots: v.array(Picture),
  shortcuts: v.array(v.looseObject({ name: v.string(), icons: v.array(Picture) })),
});
const manifestOf = async (headers: Record<string, string> = {}) => v.parse(Manifest, (await ask(headers)).body);

/** Width and height as the file itself has them, as `WxH`; screenshots are extended WebP files. */
function sizeOf(bytes: Buffer, type: string): string {
  if (type === 'image/png') return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
  return bytes.toString('latin1', 12, 16) === 'VP8X' ? `${bytes.readUIntLE(24, 3) + 1}x${bytes.readUIntLE(27, 3) + 1}` : 'another webp';
}

describe('the manifest', () => {
  test('names the app in the visitor’s language, and is revalidated each time', async () => {
    const answer = await ask();
    expect([answer.status, answer.headers.get('Content-Type'), answer.headers.get('Cache-Control'), answer.headers.get('Vary')]).toEqual([
      ...[200, 'application/manifest+json; charset=UTF-8', 'private, no-cache', 'Cookie, Accept-Language'],
    ]);
    expect(answer.body).toMatchObject({
      id: '/',
      name: 'Vonk',
      short_name: 'Vonk',
      lang: 'en',
      dir: 'ltr',
      start_url: '/home',
      scope: '/',
      display: 'standalone',
      description: expect.stringMatching(/^Vonk is a calm place .+\.$/),
      shortcuts: [
        { name: 'Discover', url: '/members' },
        { name: 'Likes', url: '/likes' },
        { name: 'Chats', url: '/chats' },
      ],
    });
  });

  test.each([{ 'Accept-Language': 'nl-BE' }, { Cookie: 'i18n_redirected=nl' }])('is in Dutch for %j', async (headers) => {
    const body = await manifestOf(headers);
    expect([body.lang, body.shortcuts[0]?.name, body.screenshots[0]?.src]).toEqual(['nl', 'Ontdek', '/icons/shots/members-narrow.webp']);
  });

  test('has the background colours of the style sheet, until the operator sets others', async () => {
    const paper = /--paper: light-dark\((#[0-9a-f]{6}),/.exec(readFileSync(inProject('web/ui/styles/tokens.css'), 'utf8'))?.[1];
    expect(await manifestOf()).toMatchObject({ theme_color: paper, background_color: paper });
  });

  test('follows the settings, and is 304 until they change', async () => {
    const first = await ask();
    const known = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    const same = await ask(known);
    expect([same.status, same.body]).toEqual([304, '']);
    await set('name', 'Ember & Co');
    await set('theme_color', '#123456');
    await set('background_color', '#ABCDEF');
    await set('app_icons', [{ src: 'https://cdn.example/a.png', sizes: '512x512', type: 'image/png', purpose: 'any' }]);
    const changed = await ask(known);
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      name: 'Ember & Co',
      theme_color: '#123456',
      background_color: '#ABCDEF',
      icons: [{ src: 'https://cdn.example/a.png', sizes: '512x512', type: 'image/png', purpose: 'any' }],
    });
  });

  test.each(SHIPPED_LOCALES)('names only images that exist in the stated size, in %s', async (locale) => {
    const { icons, screenshots, shortcuts } = await manifestOf({ 'Accept-Language': locale });
    const pictures = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)];
    expect(pictures).toHaveLength(10);
    for (const { src, sizes, type } of pictures) {
      const answer = await fetch(new URL(src, site.url));
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([src, answer.status, answer.headers.get('Content-Type'), sizeOf(bytes, type)]).toEqual([src, 200, type, sizes]);
      expect(bytes.length).toBeLessThan(type === 'image/png' ? 10_000 : 150_000);
    }
  });

  test('has a maskable and a monochrome icon', async () => {
    const { icons } = await manifestOf();
    expect(icons.map(({ purpose }) => purpose).toSorted()).toEqual(['any', 'any', 'maskable', 'monochrome']);
  });

  test('cannot be posted to', async () => {
    expect((await site.visitor.post('/manifest.webmanifest', {})).status).toBe(404);
    expect((await site.visitor.get('/icons/nothing.png')).status).toBe(404);
  });
});

describe('a page', () => {
  const headOf = async () => String((await site.visitor.get('/login')).body).split('</head>')[0] ?? '';

  test('links the manifest to be fetched with cookies, and an icon for home screens without a manifest', async () => {
    const head = await headOf();
    expect(head).toContain('<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials"');
    expect(head).toContain('<link rel="apple-touch-icon" href="/icons/touch-180.png"');
    expect(head).toContain('<meta name="apple-mobile-web-app-title" content="Vonk">');
  });

  test('has the operator’s theme colour in the light scheme, and the built-in one in the dark scheme', async () => {
    await set('theme_color', '#123456');
    const head = await headOf();
    expect(head).toMatch(/<meta name="theme-color" content="#123456" media="\(prefers-color-scheme: light\)"/);
    expect(head).toMatch(/<meta name="theme-color" content="#16111A" media="\(prefers-color-scheme: dark\)"/);
  });

  test('offers home screens the operator’s largest icon that is not maskable', async () => {
    await set('app_icons', [
      { src: '/icons/app-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/app-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '1024x1024', type: 'image/png', purpose: 'maskable' },
    ]);
    expect(await headOf()).toContain('<link rel="apple-touch-icon" href="/icons/app-512.png"');
  });
});

test('every page has an icon for browsers that draw no SVG, and each of its icons is a picture', async () => {
  const head = String((await site.visitor.get('/')).body);
  const icons = [...head.matchAll(/<link rel="icon"[^>]* href="([^"]+)"[^>]* type="([^"]+)"/g)].map(([, href = '', type]) => ({
    href,
    type,
  }));
  expect(icons.map(({ type }) => type)).toEqual(['image/png', 'image/svg+xml']);
  for (const { href, type } of icons) {
    const { status, headers } = await site.visitor.get(href);
    expect([status, headers.get('Content-Type')]).toEqual([200, type]);
  }
});
