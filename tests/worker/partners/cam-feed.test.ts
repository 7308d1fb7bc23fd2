import { beforeAll, describe, expect, test } from 'vitest';
import { saveSetting } from '#db/queries/operator/settings';
import { aPng } from '../../support/files/image-files.ts';
import { testSite } from '../../support/product/test-site.ts';
import { accountsIn, anEntry, camsIn, partnerWorld, SEARCH } from './partner-fixture.ts';

const site = testSite();
const world = partnerWorld(site);
const png = aPng({ width: 32, height: 20 });

beforeAll(() => saveSetting(site.db, 'cams_address', 'https://partner.example/{account}'));

const tilesOf = async (feed: string) => {
  await world.setFeed(feed);
  return world.reader.get(SEARCH);
};

describe('a sound feed', () => {
  test('becomes tiles whose pictures are served by this site', async () => {
    const answer = await tilesOf(world.partner.serveFeed([{ ...anEntry('nova'), extra: { any: 'thing' } }, anEntry('river')]));
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
    const feed = world.partner.serveFeed([anEntry('nova')]);
    world.partner.asked.splice(0);
    for (let i = 0; i < 3; i += 1) expect(accountsIn(await tilesOf(`${feed}?key=sesame`))).toEqual(['nova']);
    expect(world.partner.asked.map(({ path }) => path)).toEqual([`${feed.slice(world.partner.url.length)}?key=sesame`]);
    const headerNames = Object.keys(world.partner.asked[0]?.headers ?? {});
    expect(headerNames.filter((name) => /cookie|referer|authorization|forwarded|connecting|origin/.test(name))).toEqual([]);
  });

  test('of thousands gives no more than a few, and of one account named twice the first', async () => {
    const many = Array.from({ length: 1500 }, (_, i) => anEntry(`cam${i}`));
    expect(accountsIn(await tilesOf(world.partner.serveFeed(many)))).toHaveLength(24);
    const twice = [anEntry('nova', { name: 'First' }), anEntry('nova', { name: 'Second' })];
    expect(camsIn(await tilesOf(world.partner.serveFeed(twice)))).toMatchObject([{ name: 'First' }]);
  });
});

describe('broken entries are left out', () => {
  const broken: [what: string, entry: unknown][] = [
    ['no object', 'nova'],
    ['null', null],
    ['no account', { ...anEntry('x'), account: undefined }],
    ['an account that is a path', anEntry('../../api')],
    ['an account with markup', anEntry('<script>')],
    ['an empty name', anEntry('a', { name: ' ' })],
    ['a name that turns the writing', anEntry('a', { name: 'Nova\u202Egro' })],
    ['a name of two lines', anEntry('a', { name: 'Nova\nAdmin' })],
    ['an endless name', anEntry('a', { name: 'n'.repeat(151) })],
    ['a lone surrogate', anEntry('a', { name: '\ud800' })],
    ['a child', anEntry('a', { age: 17 })],
    ['an age in words', anEntry('a', { age: '30' })],
    ['half a year', anEntry('a', { age: 30.5 })],
    ['another gender', anEntry('a', { gender: 'cat' })],
    ['a script for a picture', anEntry('a', { picture: 'javascript:alert(1)' })],
    ['data for a picture', anEntry('a', { picture: 'data:image/png;base64,AAAA' })],
    ['a file for a picture', anEntry('a', { picture: 'file:///etc/passwd' })],
    ['a picture on another machine of ours', anEntry('a', { picture: 'http://127.0.0.1:8080/' })],
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
    ].map((host): [string, unknown] => [`a picture inside, at ${host}`, anEntry('a', { picture: `https://${host}/a.png` })]),
    ['a picture in the clear', anEntry('a', { picture: 'http://pictures.example/a.png' })],
    ['a picture behind a password', anEntry('a', { picture: 'https://me:word@pictures.example/a.png' })],
    ['no picture', anEntry('a', { picture: 7 })],
  ];
  test.each(broken)('%s', async (_, entry) => {
    expect(accountsIn(await tilesOf(world.partner.serveFeed([entry, anEntry('sound')])))).toEqual(['sound']);
  });

  test('a valid name with markup stays text', async () => {
    const name = '<img src=x onerror=alert(1)> "\' & {{age}}';
    expect(camsIn(await tilesOf(world.partner.serveFeed([anEntry('nova', { name })])))).toMatchObject([{ name }]);
  });

  test('nobody is younger than the site allows', async () => {
    await saveSetting(site.db, 'min_age', 31);
    expect(accountsIn(await tilesOf(world.partner.serveFeed([anEntry('young'), anEntry('old', { age: 31 })])))).toEqual(['old']);
    await saveSetting(site.db, 'min_age', 18);
  });
});

describe('a partner that fails gives no tiles and no error', () => {
  const failing: [how: string, fault: string, feed: () => string][] = [
    ['is down', 'Error', () => 'http://127.0.0.1:9/feed?key=sesame'],
    ['answers 500', 'http 500', () => world.partner.serve((_, response) => response.writeHead(500).end('{"cams":[]}'))],
    ['answers 404', 'http 404', () => `${world.partner.url}/nothing`],
    [
      'leads elsewhere',
      'http 302',
      () => world.partner.serve((_, response) => response.writeHead(302, { Location: world.partner.serveFeed([anEntry('x')]) }).end()),
    ],
    ['talks HTML', 'SyntaxError', () => world.partner.serveText('<html>busy</html>', 'text/html')],
    ['talks another JSON', 'not a feed', () => world.partner.serveText('[1,2,3]')],
    ['has a list for an object', 'not a feed', () => world.partner.serveText('{"cams":{"nova":{}}}')],
    ['says nothing', 'SyntaxError', () => world.partner.serveText('')],
    ['never stops sending', 'too large', () => world.partner.serveText(`{"cams":[],"x":"${'x'.repeat(600_000)}"}`)],
    ['hangs', 'TimeoutError', () => world.partner.serve(() => undefined)],
    ['hangs in the middle', 'TimeoutError', () => world.partner.serve((_, response) => void response.writeHead(200).write('{"cams":['))],
  ];
  test.each(failing)('%s', async (_, fault, feed) => {
    const startedAt = performance.now();
    const answer = await tilesOf(`${feed()}`);
    expect([answer.status, answer.at('cams')]).toEqual([200, {}]);
    expect(performance.now() - startedAt).toBeLessThan(6_000);
    // The failure is cached, so that the next call does not wait for the partner.
    const asked = world.partner.asked.length;
    expect((await world.reader.get(SEARCH)).at('cams')).toEqual({});
    expect(world.partner.asked.length).toBe(asked);
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
    const [cam] = camsIn(await tilesOf(world.partner.serveFeed([anEntry('nova', { picture })])));
    return new URL(cam?.thumb_filename ?? '/nothing', site.url);
  };

  test('is served by this site with its type, and may be cached for a day', async () => {
    const address = await pictureOf(
      world.partner.serve((_, response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end(png)),
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
      world.partner.serve((_, response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end(png)),
    );
    const tag = address.pathname.split('/').at(-1) ?? '';
    const wrong = ['/cams/nova/', '/cams/nova', `/cams/river/${tag}`, `/cams/nova/${'x'.repeat(22)}`, `/cams/constructor/${tag}`];
    for (const path of wrong) expect([path, (await fetch(new URL(path, site.url))).status]).toEqual([path, 404]);
    expect((await fetch(`${address}?url=https://evil.example/x.png`)).status).toBe(200);
    await pictureOf(`${world.partner.url}/another.png`);
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
    const address = await pictureOf(world.partner.serve((_request, response) => response.writeHead(status, headers).end(body)));
    const answer = await fetch(address, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([404, 'no-store']);
  });
});
