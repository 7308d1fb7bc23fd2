import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/all-endpoints';
import { addressesOf } from '#contract/pages/landers';
import { PAGES, type PageName } from '#contract/pages/page-routes';
import { aMember, newId } from '../../support/database/factories.ts';
import { examplePath } from '../../support/product/page-paths.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();

/** What search engines may show: the pages that are the same for everybody, and the landing pages that name no member. */
const INDEXED: readonly PageName[] = [
  'index',
  'login',
  'signup',
  'pricing',
  'match-finder',
  'pages-terms',
  'pages-privacy',
  'pages-cookies',
  'pages-return-policy',
  'pages-faq',
  'pages-service',
  'pages-transparency',
  'complaints',
  'pages-notice',
  'cancellation',
  'landers-video-slug',
  'landers-gallery-slug',
  'landers-alonetonight-slug',
  'landers-iconslanding-slug',
  'landers-collagelanding-slug',
  'landers-transitionsvideolanding-slug',
  'landers-maplanding-slug',
  'landers-socialnetwork-slug',
];
const PAGE_NAMES = Object.keys(PAGES) as PageName[];
const OF_A_MEMBER = PAGE_NAMES.filter((name) => PAGES[name].path.includes(':memberId'));

const robotsTag = async (path: string, method = 'GET') =>
  (await fetch(`${site.url}${path}`, { method, redirect: 'manual' })).headers.get('X-Robots-Tag');

describe('search engines', () => {
  test.each(PAGE_NAMES)('are asked to leave %s out, unless it is a public page or a lander', async (name) => {
    const { id } = await aMember(site.db);
    const tags = await Promise.all(addressesOf(name).map((path) => robotsTag(examplePath(path, id))));
    expect(new Set(tags)).toEqual(new Set([INDEXED.includes(name) ? null : 'noindex']));
  });

  test.each(Object.values(ENDPOINTS).map(({ method, path }) => [method, path] as const))(
    'are asked to leave %s %s out',
    async (method, path) => {
      expect(await robotsTag(path, method)).toBe('noindex');
    },
  );

  test.each(['/api/nothing.php', '/photos/nothing.webp', '/cams/a/b', '/nothing', '/members/7'])(
    'are asked to leave %s out',
    async (path) => {
      expect(await robotsTag(path)).toBe('noindex');
    },
  );

  test('may show the public page of a member who has allowed it, at its one address, and nothing else of theirs', async () => {
    const member = await aMember(site.db);
    await site.as(member).put('/api/user.php', { allow_search_engines: true });
    const tags = await Promise.all(OF_A_MEMBER.map(async (name) => [name, await robotsTag(examplePath(PAGES[name].path, member.id))]));
    expect(tags.filter(([, tag]) => tag === null)).toEqual([['members-memberId', null]]);
    await site.as(member).put('/api/user.php', { allow_search_engines: false });
    expect(await robotsTag(`/members/${member.id}`)).toBe('noindex');
  });

  test.each([
    ['is paused', { isPaused: true }],
    ['has not confirmed the address', { status: 'not_confirmed' as const }],
    ['is deleted', { status: 'deleted' as const, statusBefore: 'active' as const, deletedAt: Date.now() }],
    ['is banned', { status: 'banned' as const, statusBefore: 'active' as const }],
  ])('are asked to leave the page of a member out who has allowed it and %s', async (_, traits) => {
    const { id } = await aMember(site.db, { allowSearchEngines: true, ...traits });
    expect(await robotsTag(`/members/${id}`)).toBe('noindex');
  });
});

describe('robots.txt', () => {
  /** Whether a crawler may fetch a path, by the rules of RFC 9309 for `*` and `$`; the longest rule decides, and all rules are refusals. */
  async function isAllowed(path: string): Promise<boolean> {
    const text = await (await fetch(`${site.url}/robots.txt`)).text();
    const patterns = [...text.matchAll(/^Disallow: (\S+)$/gm)].map(
      ([, rule = '']) => new RegExp(`^${rule.replaceAll(/[.+?^{}()|[\]\\/]/g, '\\$&').replaceAll('*', '.*')}`),
    );
    return patterns.every((pattern) => !pattern.test(path));
  }

  test('is a text for all crawlers that may be kept for an hour', async () => {
    const answer = await fetch(`${site.url}/robots.txt`);
    expect([answer.status, answer.headers.get('Content-Type'), answer.headers.get('Cache-Control')]).toEqual([
      200,
      'text/plain; charset=UTF-8',
      'public, max-age=3600',
    ]);
    expect(await answer.text()).toMatch(/^User-agent: \*\nDisallow: /);
  });

  test.each(PAGE_NAMES)('opens %s to crawlers unless it is a fixed address that only members may open', async (name) => {
    expect(await isAllowed(examplePath(PAGES[name].path, newId()))).toBe(PAGES[name].access !== 'member' || PAGES[name].path.includes(':'));
  });

  test('closes the API', async () => {
    expect(await isAllowed('/api/search.php')).toBe(false);
  });
});
