import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/all-endpoints';
import { inProject } from '../../../scripts/lib/paths.ts';
import { aConversation, aLike, aMember, newEmail, newId } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();

const POLLED = ['/api/user.php', '/api/chats.php', '/api/likes.php'];

describe('a polled call', () => {
  test.each(POLLED)('%s is 304 without a body when nothing changed', async (path) => {
    const me = site.as(await aMember(site.db));
    const first = await me.get(path);
    const etag = first.headers.get('ETag') ?? '';
    expect([first.status, first.headers.get('Cache-Control')]).toEqual([200, 'private, no-cache']);
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const revalidated = await me.get(path, { 'If-None-Match': known });
      expect([revalidated.status, revalidated.body]).toEqual([304, '']);
      expect([revalidated.headers.get('ETag'), revalidated.headers.get('Cache-Control')]).toEqual([etag, 'private, no-cache']);
    }
    const other = await me.get(path, { 'If-None-Match': '"something-else"' });
    expect([other.status, other.body]).toEqual([200, first.body]);
  });

  test('answers anew once something changed', async () => {
    const [member, other] = [await aMember(site.db), await aMember(site.db)];
    const me = site.as(member);
    const before = await Promise.all(POLLED.map((path) => me.get(path)));
    await aLike(site.db, other.id, member.id);
    const id = await aConversation(site.db, other.id, member.id);
    await site.db.$client.execute({ sql: 'update members set credits = 5 where id = ?', args: [other.id] });
    expect(
      (await site.as(other).post('/api/chat.php', { conversation: { id }, message: { client_id: newId(), text: 'hello' } })).status,
    ).toBe(201);
    const after = await Promise.all(POLLED.map((path, i) => me.get(path, { 'If-None-Match': before[i]?.headers.get('ETag') ?? '' })));
    expect(after.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test.each(POLLED)('%s gives two members different ETags', async (path) => {
    const [one, other] = [site.as(await aMember(site.db)), site.as(await aMember(site.db, { name: 'Joris' }))];
    const etag = (await one.get('/api/user.php')).headers.get('ETag') ?? '';
    expect((await other.get('/api/user.php', { 'If-None-Match': etag })).status).toBe(200);
    expect((await site.visitor.get(path, { 'If-None-Match': etag })).status).toBe(403);
  });
});

describe('what may be cached', () => {
  test('is no other answer of the API, refusals included', async () => {
    const member = await aMember(site.db);
    const me = site.as(member);
    const others = Object.values(ENDPOINTS).filter(({ isPolled, isCatalogue, method }) => !isPolled && !isCatalogue && method === 'GET');
    for (const { path, onlyWithQuery } of others) {
      const answer = await me.get(
        onlyWithQuery ? `${path}?${onlyWithQuery}=${newId()}` : `${path}?id=${member.id}&country=NL&email=${newEmail()}`,
      );
      expect([path, answer.headers.get('Cache-Control')]).toEqual([path, 'no-store']);
    }
    for (const path of [...POLLED, '/api/nothing.php'])
      expect((await site.visitor.get(path)).headers.get('Cache-Control')).toBe('no-store');
    expect((await me.post('/api/likes.php', { profile: newId() })).headers.get('Cache-Control')).toBe('no-store');
  });

  test('is a built file, for ever, as its name changes with its content, but never the answer that one is missing', async () => {
    const { body } = await site.visitor.get('/login');
    const files = [...new Set([...String(body).matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file))];
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const { status, headers } = await site.visitor.get(file);
      const cacheHeaders = [headers.get('Cache-Control'), headers.get('X-Content-Type-Options')];
      expect([file, status, ...cacheHeaders]).toEqual([file, 200, 'public, max-age=31536000, immutable', 'nosniff']);
    }
    for (const file of ['/assets/gone-1a2b3c4d.js', '/icons/gone.png']) {
      const { status, headers } = await site.visitor.get(file);
      expect([file, status, headers.get('Cache-Control')]).toEqual([file, 404, 'no-store']);
    }
  });

  test('is served by the Worker unless it is a hashed file or an icon', async () => {
    const paths = (await readdir(inProject('dist/page'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `/${relative(inProject('dist/page'), join(parentPath, name))}`);
    const others = paths.filter((path) => !/^\/(?:assets|icons)\//.test(path));
    // One file of each folder, but every file of the top folder, since these are listed one by one.
    const byFolder = Map.groupBy(others, (path) => (dirname(path) === '/' ? path : dirname(path)));
    expect([...byFolder.keys()]).toContain('/page-preloads.json');
    for (const [path = ''] of byFolder.values())
      expect([path, (await site.visitor.get(path)).headers.has('Content-Security-Policy')]).toEqual([path, true]);
  });
});

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The directives of a policy by name. */
function policyOf(headers: Headers): Record<string, string> {
  const policy = headers.get('Content-Security-Policy') ?? '';
  return Object.fromEntries(policy.split(';').map((part) => [part.trim().split(' ')[0], part.trim().split(' ').slice(1).join(' ')]));
}

/** Pages with inline scripts, which their Content-Security-Policy names by their hashes: for early presses, and the import map. */
const PAGES = ['/', '/login', '/nothing-here', '/index.html'];
const INLINE = /<script(?: type="(?:importmap|speculationrules)")?>(.*?)<\/script>/gs;

describe('the header policy', () => {
  test.each(PAGES)('allows the three inline scripts of %s', async (path) => {
    const { headers, body } = await site.visitor.get(path);
    const inline = [...String(body).matchAll(INLINE)].map(([, code = '']) => createHash('sha256').update(code).digest('base64'));
    expect(inline).toHaveLength(3);
    expect(policyOf(headers)['script-src']).toBe(["'self'", ...inline.map((hash) => `'sha256-${hash}'`)].join(' '));
  });

  test.each([
    ['/', 200],
    ['/login', 200],
    ['/nothing-here', 404],
    ['/api/settings.php', 200],
    ['/api/user.php', 403],
    ['/api/nothing.php', 404],
    ['/api/logout.php', 403],
    ['/api/activate.php?token=x', 302],
    ['/photos/nothing.webp', 404],
    ['/_i18n/en/messages.json', 200],
    ['/_i18n/xx/messages.json', 404],
    ['/sw.js', 200],
    ['/sw-push.js', 200],
    ['/index.html', 200],
    ['/assets/gone-1a2b3c4d.js', 404],
    ['/icons/gone.png', 404],
  ])('is on %s', async (path, status) => {
    const { headers, status: got } = await site.visitor.get(path);
    expect(got).toBe(status);
    expect(Object.fromEntries(Object.keys(HEADERS).map((name) => [name, headers.get(name)]))).toEqual(HEADERS);
    expect(policyOf(headers)).toMatchObject({
      'default-src': "'self'",
      'script-src': PAGES.includes(path) ? expect.stringMatching(/^'self'(?: 'sha256-[\w+/]{43}='){3}$/) : "'self'",
      'style-src': "'self'",
      'worker-src': "'self'",
      'manifest-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
    expect(headers.get('Content-Security-Policy')).not.toMatch(/unsafe|\*/);
    expect(headers.get('X-Powered-By')).toBeNull();
  });

  test('allows connections to the rooms and to no other host', async () => {
    const { headers } = await site.visitor.get('/');
    expect(policyOf(headers)['connect-src']).toBe("'self' ws://127.0.0.1:9");
  });

  test('denies camera and microphone, and allows geolocation to this site alone', async () => {
    const policy = (await site.visitor.get('/')).headers.get('Permissions-Policy') ?? '';
    expect(policy).toContain('camera=()');
    expect(policy).toContain('microphone=()');
    expect(policy).toContain('geolocation=(self)');
  });

  test('is on a 304, too', async () => {
    const me = site.as(await aMember(site.db));
    const etag = (await me.get('/api/user.php')).headers.get('ETag') ?? '';
    const { headers } = await me.get('/api/user.php', { 'If-None-Match': etag });
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  });
});

describe('an unknown address', () => {
  const as = (agent: string, path = '/nowhere/at/all') => site.visitor.get(path, { 'User-Agent': agent, 'Accept-Language': 'nl' });

  test.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0)',
    'facebookexternalhit/1.1',
    'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
    'Mozilla/5.0 AppleWebKit/537.36 (compatible; Google-InspectionTool/1.0;)',
    'GoogleOther',
    'Mediapartners-Google',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ BingPreview/1.0b',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
    'ia_archiver',
  ])('is a 404 with an empty page to the bot %s, which gets all other pages', async (agent) => {
    const answer = await as(agent);
    const shell = String(answer.body);
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=UTF-8']);
    expect(shell).toContain('<html lang="nl">');
    expect(shell).toContain('<meta name="robots" content="noindex">');
    expect(shell).toContain('<title>Fout 404 · Vonk</title>');
    expect(shell).toContain('<body></body>');
    expect(shell).not.toContain('<script');
    expect([answer.headers.get('X-Content-Type-Options'), answer.headers.get('X-Robots-Tag')]).toEqual(['nosniff', 'noindex']);
    const page = await as(agent, '/pages/terms');
    expect([page.status, String(page.body).includes('id="root"')]).toEqual([200, true]);
  });

  test('is the error page to people, also with a user agent that resembles a bot', async () => {
    const answer = await as('Mozilla/5.0 (Linux; Android 12; CUBOT X18) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36');
    expect([answer.status, String(answer.body).includes('id="root"')]).toEqual([404, true]);
  });
});

describe('the files of the service worker', () => {
  test.each([
    ['/sw.js', 'text/javascript'],
    ['/sw-push.js', 'text/javascript'],
    ['/index.html', 'text/html'],
  ])('%s is served as built, revalidated each time, and not to be indexed', async (path, type) => {
    const { status, headers, body } = await site.visitor.get(path);
    expect([status, headers.get('Cache-Control'), headers.get('X-Robots-Tag')]).toEqual([200, 'no-cache', 'noindex']);
    expect(headers.get('Content-Type')).toContain(type);
    expect(headers.get('Set-Cookie')).toBeNull();
    const revalidated = await site.visitor.get(path, { 'If-None-Match': headers.get('ETag') ?? '' });
    expect([revalidated.status, revalidated.body]).toEqual([304, '']);
    expect(String(body)).not.toContain('id="boot"');
  });

  test('include the bare page, which names the same build as a page with boot data', async () => {
    const [bare, whole] = await Promise.all(['/index.html', '/'].map((path) => site.visitor.get(path)));
    const build = /<html data-build="(\w{10})"/.exec(String(bare?.body))?.[1];
    expect(build).toBeDefined();
    expect(String(whole?.body)).toContain(`data-build="${build}"`);
    expect(String(whole?.body)).toContain(`"build":"${build}"`);
  });
});
