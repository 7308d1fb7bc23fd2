import { describe, expect, test } from 'vitest';
import { HOUR } from '#contract/durations';
import { photoWidths } from '#contract/profile';
import { saveSetting } from '#db/queries/operator/settings';
import { aMember, anImage, type TestMember } from '../../support/database/factories.ts';
import { allRows, countRows } from '../../support/database/table-rows.ts';
import { aFile, aJpeg, aPng, exifSegment, jpegComment, meanLightness, pngText, readWebp } from '../../support/files/image-files.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { testSite } from '../../support/product/test-site.ts';
import { startWorker } from '../../support/product/test-worker.ts';
import { startCountingProxy } from '../../support/servers/counting-proxy.ts';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';

const site = testSite();
const PATH = '/api/profileimage.php';
const PAYLOAD = '<script>alert(1)</script>';

const upload = (member: TestMember, bytes: Uint8Array, name?: string, type?: string) =>
  site.as(member).upload(PATH, [['file', aFile(bytes, name, type)]]);

async function served(name: unknown) {
  const answer = await fetch(`${site.url}/photos/${String(name)}`);
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

describe('a photo that is accepted', () => {
  test.each([
    ['a JPEG', aJpeg({ width: 2400, height: 3000 }), 1600, 2000],
    ['a PNG', aPng({ width: 900, height: 1125 }), 900, 1125],
    ['a small one', aJpeg({ width: 240, height: 304 }), 240, 304],
  ])('as %s comes back in three sizes, none larger than it was', async (_, bytes, width, height) => {
    const answer = await upload(await aMember(site.db), bytes);
    expect(answer.status).toBe(201);
    expect([answer.at('image.width'), answer.at('image.height'), answer.at('image.is_nude')]).toEqual([width, height, false]);
    const widths = photoWidths(width);
    for (const size of ['thumb', 'medium', 'large'] as const) {
      const { answer: file, bytes: made } = await served(answer.at(`image.${size}_filename`));
      expect([file.status, file.headers.get('Content-Type'), file.headers.get('X-Content-Type-Options')]).toEqual([
        200,
        'image/webp',
        'nosniff',
      ]);
      expect(readWebp(made)).toMatchObject({ isWebp: true, width: widths[size] });
    }
  });

  test('has unguessable file names that share nothing', async () => {
    const { body } = await upload(await aMember(site.db), aJpeg({ width: 400, height: 504 }));
    const names = JSON.stringify(body).match(/[\w-]{22}\.webp/g);
    expect(new Set(names).size).toBe(3);
  });

  test('is rotated as its EXIF says, and its location is removed', async () => {
    const place = 'Dam 1, 1012 JS Amsterdam';
    const bytes = aJpeg({ width: 800, height: 600, before: [exifSegment({ orientation: 6, place }), jpegComment(PAYLOAD)] });
    expect(bytes.includes(place)).toBe(true);
    const answer = await upload(await aMember(site.db), bytes);
    expect([answer.at('image.width'), answer.at('image.height')]).toEqual([600, 800]);
    expect(meanLightness(answer.at('image.thumbhash'), 'bottom')).toBeGreaterThan(meanLightness(answer.at('image.thumbhash'), 'top') + 100);
    for (const size of ['thumb', 'medium', 'large']) {
      const { bytes: made } = await served(answer.at(`image.${size}_filename`));
      expect(readWebp(made).chunks.filter((chunk) => ['EXIF', 'XMP ', 'ICCP'].includes(chunk))).toEqual([]);
      expect(Buffer.from(made).includes(place)).toBe(false);
      expect(Buffer.from(made).includes('script')).toBe(false);
    }
  });

  test('has a thumbhash of what it shows', async () => {
    const answer = await upload(await aMember(site.db), aPng({ width: 500, height: 400 }));
    const thumbhash = answer.at('image.thumbhash');
    expect(meanLightness(thumbhash, 'right')).toBeGreaterThan(meanLightness(thumbhash, 'left') + 100);
    expect(Buffer.from(String(thumbhash), 'base64').length).toBeLessThan(30);
  });

  test.each([
    ['a script behind its end', Buffer.concat([aJpeg({ width: 300, height: 304 }), Buffer.from(`<html>${PAYLOAD}`)])],
    ['an archive behind its end', Buffer.concat([aPng({ width: 300, height: 300 }), Buffer.from('PK\x03\x04 script')])],
    ['a script in its text', aPng({ width: 300, height: 300, extra: [pngText(PAYLOAD)] })],
    ['a script in its comment', aJpeg({ width: 304, height: 304, before: [jpegComment(PAYLOAD)] })],
  ])('with %s is a picture and nothing else', async (_, bytes) => {
    const answer = await upload(await aMember(site.db), bytes, 'page.html', 'text/html');
    expect(answer.status).toBe(201);
    const { answer: file, bytes: made } = await served(answer.at('image.large_filename'));
    expect(file.headers.get('Content-Type')).toBe('image/webp');
    expect(Buffer.from(made).includes('script')).toBe(false);
  });

  test('is the main one when it is the first, and notifies the member’s devices', async () => {
    const member = await aMember(site.db);
    const first = await upload(member, aJpeg({ width: 400, height: 504 }));
    const second = await upload(member, aJpeg({ width: 400, height: 504 }));
    const user = await site.as(member).get('/api/user.php');
    expect(user.at('user.profile.main_image.id')).toBe(first.at('image.id'));
    expect([user.at('user.profile.images.0.id'), user.at('user.profile.images.1.id')]).toEqual([
      first.at('image.id'),
      second.at('image.id'),
    ]);
    const events = (await allRows(site.db)).event_outbox?.filter((row) => JSON.stringify(row).includes(member.id));
    expect(events?.map((row) => (row as { event: string }).event)).toEqual(['{"type":"user.changed"}', '{"type":"user.changed"}']);
    expect(await countRows(site.db, 'file_removals')).toBe(0);
  });

  test('at the same time as three others is stored beside them', async () => {
    const member = await aMember(site.db);
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload(member, aJpeg({ width: 304, height: 304 }))));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const rows = (await allRows(site.db)).images as { member_id: string; position: number }[];
    expect(
      rows
        .filter((row) => row.member_id === member.id)
        .map(({ position }) => position)
        .toSorted(),
    ).toEqual([0, 1, 2, 3]);
  });
});

test('a photo whose batch was committed, but its answer lost, keeps its files', async () => {
  const proxy = await startCountingProxy(site.dbUrl, { isAnswerLost: (sql) => sql.includes('insert into images') });
  const worker = await startWorker({ dbUrl: proxy.url });
  const member = await aMember(site.db);
  const photo = aFile(aJpeg({ width: 304, height: 304 }));
  const answer = await apiClient(worker.url, member.cookie).upload(PATH, [['file', photo]]);
  expect([answer.status, answer.at('error.code')]).toEqual([503, 'unavailable']);
  expect(await countRows(site.db, 'images', member.id)).toBe(1);
  expect(await worker.scheduled()).toBe('ok');
  expect((await worker.photoNames()).length).toBe(3);
  await worker.stop();
  await proxy.stop();
});

describe('limits', () => {
  test('a member with the maximum number of photos is refused, and nothing stays in the bucket', async () => {
    await saveSetting(site.db, 'photos_each', 2);
    const member = await aMember(site.db);
    await anImage(site.db, member.id);
    const names = await site.worker.photoNames();
    const answers = await Promise.all(Array.from({ length: 3 }, () => upload(member, aJpeg({ width: 304, height: 304 }))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
    const full = answers.filter(({ status }) => status === 422);
    expect(full.map((answer) => answer.at('error.fields.file'))).toEqual(['not_allowed', 'not_allowed']);
    expect(await countRows(site.db, 'images', member.id)).toBe(2);
    await expect.poll(() => countRows(site.db, 'file_removals')).toBe(0);
    expect((await site.worker.photoNames()).length).toBe(names.length + 3);
    await saveSetting(site.db, 'photos_each', 12);
  });

  test('uploads beyond the hourly limit are 429 with the time of its reset', async () => {
    await saveSetting(site.db, 'uploads_an_hour', 1);
    await avoidWindowEnd(HOUR);
    const member = await aMember(site.db);
    expect((await upload(member, aJpeg({ width: 304, height: 304 }))).status).toBe(201);
    const answer = await upload(member, aJpeg({ width: 304, height: 304 }));
    expect([answer.status, answer.at('error.code'), answer.at('error.details.limit')]).toEqual([429, 'too_many', 1]);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});
