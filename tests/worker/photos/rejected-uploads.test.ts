import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { PHOTO_MAX_BYTES } from '#contract/photos';
import { aMember, type TestMember } from '../../support/database/factories.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { aFile, aJpeg, aPng } from '../../support/files/image-files.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();
const PATH = '/api/profileimage.php';
const PAGE = '<!doctype html><script>alert(1)</script>';

const upload = (member: TestMember, bytes: Uint8Array) => site.as(member).upload(PATH, [['file', aFile(bytes)]]);

const cutInHalf = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const EMPTY_FILE = Buffer.alloc(0);
const HUGE = { width: 64_000, height: 64_000 };

describe('a file that is refused', () => {
  test.each<[string, string, Uint8Array]>([
    ['HTML under the name of a photo', '415 unsupported_type', Buffer.from(PAGE)],
    ['a page with a photo behind it', '415 unsupported_type', Buffer.concat([Buffer.from('<html>'), aJpeg({ width: 304, height: 304 })])],
    ['a GIF', '415 unsupported_type', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
    ['an SVG', '415 unsupported_type', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a webp', '415 unsupported_type', Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1')],
    ['nothing', '422 required', EMPTY_FILE],
    ['the first bytes of a JPEG and then a page', '422 wrong_type', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(PAGE)])],
    ['half a JPEG', '422 wrong_type', cutInHalf(aJpeg({ width: 800, height: 800 }))],
    ['half a PNG', '422 wrong_type', cutInHalf(aPng({ width: 800, height: 800 }))],
    ['a PNG with broken pixels', '422 wrong_type', aPng({ width: 300, height: 300, claims: { width: 301, height: 9_000 } })],
    ['a PNG that claims 64,000 by 64,000', '413 too_large', aPng({ width: 10, height: 10, claims: HUGE })],
    ['a JPEG that claims 64,000 by 64,000', '413 too_large', aJpeg({ width: 16, height: 16, claims: HUGE })],
    ['a PNG of one row of 30,000', '413 too_large', aPng({ width: 10, height: 10, claims: { width: 30_000, height: 300 } })],
    ['a PNG of 51 megapixels', '413 too_large', aPng({ width: 10, height: 10, claims: { width: 7_500, height: 6_800 } })],
    ['a stamp', '422 too_short', aJpeg({ width: 104, height: 400 })],
  ])('%s: %s', async (_, expected, bytes) => {
    const member = await aMember(site.db);
    const before = await allRows(site.db);
    const answer = await upload(member, bytes);
    expect([answer.status, answer.at('error.fields.file') ?? answer.at('error.code')].join(' ')).toBe(expected);
    // The rows that note files for removal are deleted after the answer.
    await expect.poll(() => allRows(site.db)).toEqual(before);
  });
});

describe('a body that is refused', () => {
  const photo = aFile(aJpeg({ width: 304, height: 304 }));

  test.each<[string, string, [string, string | File][]]>([
    ['no file', '422 required', []],
    ['a text in the place of a file', '422 wrong_type', [['file', 'me.jpg']]],
    ['two files', '422 wrong_type', Array.from({ length: 2 }, () => ['file', photo])],
    ['a file under another name', '422 required', [['photo', photo]]],
  ])('with %s: %s', async (_, expected, parts) => {
    const answer = await site.as(await aMember(site.db)).upload(PATH, parts);
    expect(`${answer.status} ${answer.at('error.fields.file')}`).toBe(expected);
  });

  test.each([
    ['of other names', (i: number) => `f${i}`],
    ['of one name', () => 'f'],
  ])('of ten megabytes of tiny fields %s is answered at once', async (_, nameOf) => {
    const member = await aMember(site.db);
    const one = (i: number) => `--x\r\nContent-Disposition: form-data; name="${nameOf(i)}"\r\n\r\n\r\n`;
    const body = `${Array.from({ length: 180_000 }, (_, i) => one(i)).join('')}--x--\r\n`;
    const answer = await site.as(member).post(PATH, body, { 'Content-Type': 'multipart/form-data; boundary=x' });
    expect(`${answer.status} ${answer.at('error.fields.file')}`).toBe('422 required');
  });

  test('as JSON or as a picture without a form is 415', async () => {
    const me = site.as(await aMember(site.db));
    expect((await me.post(PATH, { file: 'me.jpg' })).status).toBe(415);
    expect((await me.post(PATH, 'xx', { 'Content-Type': 'image/jpeg' })).status).toBe(415);
  });

  test.each([
    ['without a boundary', 'multipart/form-data', '--x\r\n'],
    [
      'without its end',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc',
    ],
    ['that is no form', 'multipart/form-data; boundary=x', 'nothing of the kind'],
  ])('%s is 400', async (_, type, body) => {
    const answer = await site.as(await aMember(site.db)).post(PATH, body, { 'Content-Type': type });
    expect([answer.status, answer.at('error.code')]).toEqual([400, 'malformed']);
  });

  test('from another site is 403, and from nobody, too', async () => {
    const member = await aMember(site.db);
    const answer = await site.as(member).upload(PATH, [['file', photo]], { Origin: 'https://elsewhere.example' });
    expect([answer.status, answer.at('error.code')]).toEqual([403, 'bad_origin']);
    const visitor = await site.visitor.upload(PATH, [['file', photo]]);
    expect([visitor.status, visitor.at('error.code')]).toEqual([403, 'signed_out']);
  });

  test('of a file over 10 MB is 413', async () => {
    const member = await aMember(site.db);
    const answer = await upload(member, Buffer.concat([aJpeg({ width: 304, height: 304 }), Buffer.alloc(PHOTO_MAX_BYTES)]));
    expect([answer.status, answer.at('error.code')]).toEqual([413, 'too_large']);
  });
});

/** Sends a body piece by piece, then cuts the connection if `cut`; returns the status, or `cut` if there was none. */
function sendSlowly(member: TestMember, { length, pieces, cut }: { length?: number; pieces: Buffer[]; cut?: boolean }) {
  const { promise, resolve } = Promise.withResolvers<number | 'cut'>();
  const outgoing = request(new URL(PATH, site.url), {
    method: 'POST',
    headers: {
      Cookie: member.cookie,
      Origin: site.url,
      'Content-Type': 'multipart/form-data; boundary=x',
      ...(length === undefined ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': length }),
    },
  });
  outgoing.on('response', (answer) => {
    resolve(answer.statusCode ?? 0);
    outgoing.destroy();
  });
  outgoing.on('error', () => resolve('cut'));
  for (const piece of pieces) outgoing.write(piece);
  if (cut) setTimeout(() => outgoing.destroy(), 300);
  return promise;
}

describe('an upload over a bad connection', () => {
  const head = Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n');
  const half = cutInHalf(aJpeg({ width: 1600, height: 2000 }));

  test('that announces 30 MB is refused before it has sent them', async () => {
    expect(await sendSlowly(await aMember(site.db), { length: 30 * 1024 * 1024, pieces: [head] })).toBe(413);
  });

  test('that goes on and on is refused once it is over the limit', async () => {
    const pieces = Array.from({ length: 30 }, () => Buffer.alloc(1024 * 1024));
    expect(await sendSlowly(await aMember(site.db), { pieces: [head, ...pieces] })).toBe(413);
  });

  test('that is cut halfway leaves nothing behind', async () => {
    const member = await aMember(site.db);
    const [before, names] = [await allRows(site.db), await site.worker.photoNames()];
    expect(await sendSlowly(member, { length: half.length * 2, pieces: [head, half], cut: true })).toBe('cut');
    expect((await site.as(member).get('/api/user.php')).status).toBe(200);
    expect(await allRows(site.db)).toEqual(before);
    expect(await site.worker.photoNames()).toEqual(names);
  });
});
