import { expect, test } from 'vitest';
import { addressesOf } from '#contract/pages/landers';
import { PAGES, pageAt, TEXT_PAGES } from '#contract/pages/page-routes';
import { SHIPPED_LOCALES } from '#contract/primitives';
import { aMember, newId } from '../../../support/database/factories.ts';
import { bootOf, langOf, titleOf } from '../../../support/product/page-html.ts';
import { examplePath } from '../../../support/product/page-paths.ts';
import { testSite } from '../../../support/product/test-site.ts';

const site = testSite();

test.each(Object.values(PAGES).flatMap(({ path }) => (path.endsWith('/:slug') ? [path] : [])))(
  '%s has a title of its own for every slug',
  async (path) => {
    const { id } = await aMember(site.db);
    const page = pageAt(examplePath(path, id));
    const addresses = page ? addressesOf(page).map((address) => examplePath(address, id)) : [];
    const titles = await Promise.all(addresses.map(async (address) => titleOf(await site.visitor.get(address))));
    expect([titles.length, new Set(titles).size]).toEqual([3, 3]);
  },
);

test('names its address and its languages for search engines and previews', async () => {
  const answer = await site.visitor.get('/landers/video/first-coffee/?network=x', { 'Accept-Language': 'nl' });
  const { body } = answer;
  const own = `${site.url}/landers/video/first-coffee`;
  for (const tag of [
    `<link rel="canonical" href="${own}">`,
    `<link rel="alternate" hreflang="en" href="${own}?lang=en">`,
    `<link rel="alternate" hreflang="x-default" href="${own}">`,
    '<meta property="og:locale" content="nl_NL">',
    '<meta property="og:locale:alternate" content="en_US">',
    `<meta property="og:image" content="${site.url}/icons/social.jpg">`,
  ])
    expect(body).toContain(tag);
  const picture = await site.visitor.get('/icons/social.jpg');
  expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/jpeg']);
});

const PUBLIC_PAGES = [
  'index',
  'login',
  'signup',
  'match-finder',
  'pricing',
  'pages-transparency',
  'complaints',
  'pages-notice',
  'cancellation',
] as const;

test.each([...PUBLIC_PAGES, ...TEXT_PAGES])(
  '%s, which is the same for everybody, has a canonical address and links to all its languages',
  async (name) => {
    const { path } = PAGES[name];
    const body = String((await site.visitor.get(`${path}?lang=pl`)).body);
    expect(body).toContain(`<link rel="canonical" href="${site.url}${path}">`);
    expect(body.match(/ hreflang="\w\w" href="[^"?]+\?lang=\w\w"/g)).toHaveLength(SHIPPED_LOCALES.length);
  },
);

test.each(['/members', `/members/${newId()}`, `/transactions/${newId()}`, '/nothing'])(
  '%s, which is not the same for everybody, has no canonical address',
  async (path) => {
    expect(String((await site.visitor.get(path)).body)).not.toMatch(/rel="canonical"|hreflang|og:/);
  },
);

test('uses the language that its address asks for, and remembers it', async () => {
  const answer = await site.visitor.get('/login?lang=nl', { 'Accept-Language': 'en', Cookie: 'i18n_redirected=en' });
  expect([langOf(answer), bootOf(answer).locale]).toEqual(['nl', 'nl']);
  expect(answer.headers.getSetCookie()).toEqual(['i18n_redirected=nl; Max-Age=31536000; Path=/; SameSite=Lax']);
});

test.each(['/login?lang=xx', '/login?lang=', '/login?lang=nl-NL', '/home?lang=nl', '/nothing?lang=nl'])(
  '%s does not set a language',
  async (path) => {
    const answer = await site.visitor.get(path, { 'Accept-Language': 'en' });
    expect([langOf(answer), answer.headers.getSetCookie()]).toEqual(['en', []]);
  },
);
