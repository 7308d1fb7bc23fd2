import { beforeAll, describe, expect, test } from 'vitest';
import { saveSetting } from '#db/queries/operator/settings';
import { aPng } from '../../support/files/image-files.ts';
import { testSite } from '../../support/product/test-site.ts';
import { accountsIn, aFeedEntry, camsIn, partnerFixture, SEARCH } from './partner-fixture.ts';

const site = testSite();
const fixture = partnerFixture(site);
const png = aPng({ width: 32, height: 20 });

beforeAll(() => saveSetting(site.db, 'cams_address', 'https://partner.example/{account}'));

const tilesOf = async (feed: string) => {
  await fixture.setFeed(feed);
  return fixture.reader.get(SEARCH);
};

describe('a sound feed', () => {
  test('becomes tiles whose pictures are served by this site', async () => {
    const answer = await tilesOf(fixture.partner.serveFeed([{ ...aFeedEntry('nova'), extra: { any: 'thing' } }, aFeedEntry('river')]));
    expect(accountsIn(answer)).toEqual(['nova', 'river']);
    expect(camsIn(answer)[0]).toEqual({
      account: 'nova',
      name: 'Nova',
      age: 30,
      gender: 'female',
      thumb_filename: expect.stringMatching(/^\/cams\/nova\/[\w-]{22}$/),
    });
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });

  test('is read once a minute, and the request holds nothing about the member', async () => {
    const feed = fixture.partner.serveFeed([aFeedEntry('nova')]);
    fixture.partner.requests.splice(0);
    for (let i = 0; i < 3; i += 1) expect(accountsIn(await tilesOf(`${feed}?key=sesame`))).toEqual(['nova']);
    expect(fixture.partner.requests.map(({ path }) => path)).toEqual([`${feed.slice(fixture.partner.url.length)}?key=sesame`]);
    const headerNames = Object.keys(fixture.partner.requests[0]?.headers ?? {});
    expect(headerNames.filter((name) => /cookie|referer|authorization|forwarded|connecting|origin/.test(name))).toEqual([]);
  });

  test('of thousands gives no more than a few, and of one account named twice the first', async () => {
    const many = Array.from({ length: 1500 }, (_, i) => aFeedEntry(`cam${i}`));
    expect(accountsIn(await tilesOf(fixture.partner.serveFeed(many)))).toHaveLength(24);
    const twice = [aFeedEntry('nova', { name: 'First' }), aFeedEntry('nova', { name: 'Second' })];
    expect(camsIn(await tilesOf(fixture.partner.serveFeed(twice)))).toMatchObject([{ name: 'First' }]);
  });
});

describe('broken entries are left out', () => {
  const broken: [what: string, entry: unknown][] = [
    ['no object', 'nova'],
    ['null', null],
    ['no account', { ...aFeedEntry('x'), account: undefined }],
    ['an account that is a path', aFeedEntry('../../api')],
    ['an account with markup', aFeedEntry('<script>')],
    ['an empty name', aFeedEntry('a', { name: ' ' })],
    ['a name that turns the writing', aFeedEntry('a', { name: 'Nova\u202Egro' })],
    ['a name of two lines', aFeedEntry('a', { name: 'Nova\nAdmin' })],
    ['an endless name', aFeedEntry('a', { name: 'n'.repeat(151) })],
    ['a lone surrogate', aFeedEntry('a', { name: '\ud800' })],
    ['a child', aFeedEntry('a', { age: 17 })],
    ['an age in words', aFeedEntry('a', { age: '30' })],
    ['half a year', aFeedEntry('a', { age: 30.5 })],
    ['another gender', aFeedEntry('a', { gender: 'cat' })],
    ['a script for a picture', aFeedEntry('a', { picture: 'javascript:alert(1)' })],
    ['data for a picture', aFeedEntry('a', { picture: 'data:image/png;base64,AAAA' })],
    ['a file for a picture', aFeedEntry('a', { picture: 'file:///etc/passwd' })],
    ['a picture on another machine of ours', aFeedEntry('a', { picture: 'http://127.0.0.1:8080/' })],
    ...[
      'localhost',
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '169.254.169.254',
      'db',
      'rooms.internal',
      'a.localhost.',
    ].map((host): [string, unknown] => [`a picture inside, at ${host}`, aFeedEntry('a', { picture: `https://${host}/a.png` })]),
    ['a picture in the clear', aFeedEntry('a', { picture: 'http://pictures.example/a.png' })],
    ['a picture behind a password', aFeedEntry('a', { picture: 'https://me:word@pictures.example/a.png' })],
    ['no picture', aFeedEntry('a', { picture: 7 })],
  ];
  test.each(broken)('%s', async (_, entry) => {
    expect(accountsIn(await tilesOf(fixture.partner.serveFeed([entry, aFeedEntry('sound')])))).toEqual(['sound']);
  });

  test('a valid name with markup stays text', async () => {
    const name = '<img src=x onerror=alert(1)> "\' & {{age}}';
    expect(camsIn(await tilesOf(fixture.partner.serveFeed([aFeedEntry('nova', { name })])))).toMatchObject([{ name }]);
  });

  test('nobody is younger than the site allows', async () => {
    await saveSetting(site.db, 'min_age', 31);
    expect(accountsIn(await tilesOf(fixture.partner.serveFeed([aFeedEntry('young'), aFeedEntry('old', { age: 31 })])))).toEqual(['old']);
    await saveSetting(site.db, 'min_age', 18);
  });
});

describe('a partner that fails gives no tiles and no error', () => {
  const failing: [how: string, fault: string, feed: () => string][] = [
    ['is down', 'Error', () => 'http://127.0.0.1:9/feed?key=sesame'],
    ['answers 500', 'http 500', () => fixture.partner.serve((_, response) => response.writeHead(500).end('{"cams":[]}'))],
    ['answers 404', 'http 404', () => `${fixture.partner.url}/nothing`],
    [
      'leads elsewhere',
      'http 302',
      () =>
        fixture.partner.serve((_, response) => response.writeHead(302, { Location: fixture.partner.serveFeed([aFeedEntry('x')]) }).end()),
    ],
    ['talks HTML', 'SyntaxError', () => fixture.partner.serveText('<html>busy</html>', 'text/html')],
    ['talks another JSON', 'not a feed', () => fixture.partner.serveText('[1,2,3]')],
    ['has a list for an object', 'not a feed', () => fixture.partner.serveText('{"cams":{"nova":{}}}')],
    ['says nothing', 'SyntaxError', () => fixture.partner.serveText('')],
    ['never stops sending', 'too large', () => fixture.partner.serveText(`{"cams":[],"x":"${'x'.repeat(600_000)}"}`)],
    ['hangs', 'TimeoutError', () => fixture.partner.serve(() => undefined)],
    ['hangs in the middle', 'TimeoutError', () => fixture.partner.serve((_, response) => void response.writeHead(200).write('{"cams":['))],
  ];
  test.each(failing)('%s', async (_, fault, feed) => {
    const answer = await tilesOf(`${feed()}`);
    expect([answer.status, answer.at('cams')]).toEqual([200, {}]);
    // The failure is cached, so that the next call does not wait for the partner.
    const asked = fixture.partner.requests.length;
    expect((await fixture.reader.get(SEARCH)).at('cams')).toEqual({});
    expect(fixture.partner.requests.length).toBe(asked);
    await expect.poll(() => site.worker.log()).toContain(`"fault":"${fault}"`);
  });

  test('the log names the host and no query', async () => {
    await tilesOf('http://127.0.0.1:9/other?key=sesame');
    await expect.poll(() => site.worker.log()).toContain('"host":"127.0.0.1:9"');
    expect(await site.worker.log()).not.toMatch(/sesame|\/other/);
  });
});

describe('a tile’s picture', () => {
  const pictureOf = async (picture: string) => {
    const [cam] = camsIn(await tilesOf(fixture.partner.serveFeed([aFeedEntry('nova', { picture })])));
    return new URL(cam?.thumb_filename ?? '/nothing', site.url);
  };

  test('is served by this site with its type, and may be cached for a day', async () => {
    const address = await pictureOf(
      fixture.partner.serve((_, response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end(png)),
    );
    const answer = await fetch(address);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
  });

  test('is served only under the name that the site gave it', async () => {
    const address = await pictureOf(
      fixture.partner.serve((_, response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end(png)),
    );
    const tag = address.pathname.split('/').at(-1) ?? '';
    const wrong = ['/cams/nova/', '/cams/nova', `/cams/river/${tag}`, `/cams/nova/${'x'.repeat(22)}`, `/cams/constructor/${tag}`];
    for (const path of wrong) expect([path, (await fetch(new URL(path, site.url))).status]).toEqual([path, 404]);
    expect((await fetch(`${address}?url=https://evil.example/x.png`)).status).toBe(200);
    await pictureOf(`${fixture.partner.url}/another.png`);
    expect((await fetch(address)).status).toBe(404);
  });

  const bad: [what: string, type: string, status: number, body: Buffer][] = [
    ['a page', 'text/html', 200, Buffer.from('<script>alert(1)</script>')],
    ['a drawing that may run', 'image/svg+xml', 200, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['of no type', '', 200, png],
    ['too large', 'image/png', 200, Buffer.alloc(600_000)],
    ['gone', 'image/png', 404, png],
    ['elsewhere', 'image/png', 302, png],
  ];
  test.each(bad)('that is %s is 404', async (_, type, status, body) => {
    const headers = { ...(type && { 'Content-Type': type }), ...(status === 302 && { Location: 'https://evil.example/' }) };
    const address = await pictureOf(fixture.partner.serve((_request, response) => response.writeHead(status, headers).end(body)));
    const answer = await fetch(address, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([404, 'no-store']);
  });
});
