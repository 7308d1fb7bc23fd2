import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#contract/durations';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { PHOTO_CHECK_TRIES } from '#db/queries/photos/photo-check';
import { dailyFigures, eventOutbox, images, members } from '#db/schema/index';
import { aMatch, aMember, aSession, type TestMember } from '../../support/database/factories.ts';
import { aFile, aJpeg, exifSegment, readWebp } from '../../support/files/image-files.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { testSite } from '../../support/product/test-site.ts';
import { type ClassifierAnswer, startClassifierServer, verdict } from '../../support/servers/classifier-server.ts';

const classifier = await startClassifierServer();
afterAll(() => classifier.stop());
const KEY = 'key-of-the-classifier';
const site = testSite({ PHOTO_CHECK_URL: `${classifier.url}/check?model=1`, PHOTO_CHECK_KEY: KEY });
const PATH = '/api/profileimage.php';
const PLACE = 'Dam 1, 1012 JS Amsterdam';

const upload = (member: TestMember) =>
  site.as(member).upload(PATH, [['file', aFile(aJpeg({ width: 320, height: 400, before: [exifSegment({ place: PLACE })] }))]]);
const photoOf = async ({ id }: { id: string }) => (await site.db.select().from(images).where(eq(images.memberId, id)))[0];
const ownerOf = async ({ id }: { id: string }) => (await site.db.select().from(members).where(eq(members.id, id)))[0];
const setCheck = (kind: 'none' | 'queue' | 'classifier') => saveSetting(site.db, 'photo_check', kind);
const filesIn = (answer: ApiAnswer) => ['thumb', 'medium', 'large'].map((size) => String(answer.at(`image.${size}_filename`)));
const fetchFile = (name: string, cookie?: string) => fetch(`${site.url}/photos/${name}`, { headers: cookie ? { Cookie: cookie } : {} });
/** Makes a failed check due and runs the scheduled handler. */
async function sweep() {
  await site.db.update(images).set({ checkDueAt: 1 }).where(eq(images.checkTries, 1));
  await site.worker.scheduled();
}

const HELD = [201, true, false, false];
const stateOf = (answer: ApiAnswer) => [
  answer.status,
  answer.at('image.is_held'),
  answer.at('image.is_nude'),
  answer.at('image.is_nude_by_check'),
];

beforeEach(async () => {
  classifier.answer = verdict('pass');
  classifier.requests.length = 0;
  await site.db.delete(images);
});
afterEach(() => clearSetting(site.db, 'photo_check'));

describe('the setting none', () => {
  test('shows a photo at once and asks nobody', async () => {
    const noor = await aMember(site.db);
    const answer = await upload(noor);
    expect(stateOf(answer)).toEqual([201, false, false, false]);
    expect(await ownerOf(noor)).toMatchObject({ hasPhoto: true, mainImageId: answer.at('image.id') });
    expect(classifier.requests).toEqual([]);
  });
});

describe('the setting queue', () => {
  test('holds every new photo, whatever a classifier would say, and the scheduled handler leaves it alone', async () => {
    await setCheck('queue');
    const noor = await aMember(site.db);
    expect(stateOf(await upload(noor))).toEqual(HELD);
    await sweep();
    expect(await photoOf(noor)).toMatchObject({ checkDueAt: null, checkTries: 0, acceptedBy: null, heldSince: expect.any(Number) });
    expect(await ownerOf(noor)).toMatchObject({ hasPhoto: false, mainImageId: null });
    expect(classifier.requests).toEqual([]);
  });

  test('leaves photos from before as they are', async () => {
    const noor = await aMember(site.db);
    await upload(noor);
    await setCheck('queue');
    await upload(noor);
    const own = await site.as(noor).get('/api/user.php');
    expect(own.at('user.profile.images.0.is_held')).toBe(false);
    expect(own.at('user.profile.images.1.is_held')).toBe(true);
  });
});

describe('a classifier', () => {
  beforeEach(() => setCheck('classifier'));

  test('gets the bytes of the picture without metadata, and nothing of its member', async () => {
    const noor = await aMember(site.db, { name: 'Noor' });
    const answer = await upload(noor);
    const [request, ...more] = classifier.requests;
    expect(more).toEqual([]);
    expect([request?.method, request?.path, request?.headers.authorization, request?.headers['content-type']]).toEqual([
      'POST',
      '/check?model=1',
      `Bearer ${KEY}`,
      'image/webp',
    ]);
    expect(readWebp(new Uint8Array(request?.body ?? []))).toMatchObject({ isWebp: true, width: 320 });
    const all = JSON.stringify(request?.headers) + request?.body.toString('latin1');
    for (const secret of [noor.id, 'Noor', noor.email, String(answer.at('image.id')), ...filesIn(answer), PLACE, 'Cookie'])
      expect(all).not.toContain(secret);
  });

  test.each([
    ['pass', [201, false, false, false], true],
    ['blur', [201, false, true, true], true],
    ['queue', HELD, false],
  ])('that says %s', async (name, state, hasPhoto) => {
    classifier.answer = verdict(name);
    const noor = await aMember(site.db);
    expect(stateOf(await upload(noor))).toEqual(state);
    expect((await ownerOf(noor))?.hasPhoto).toBe(hasPhoto);
    classifier.answer = verdict('pass');
    await sweep();
    // It has decided; it is not asked again.
    expect(classifier.requests.length).toBe(1);
    expect((await ownerOf(noor))?.hasPhoto).toBe(hasPhoto);
  });

  const status =
    (code: number, body = verdict('pass'), headers: Record<string, string> = {}): ClassifierAnswer =>
    (response) =>
      response.writeHead(code, headers).end(body);
  const faults: [string, ClassifierAnswer][] = [
    ['says a word that nobody knows', verdict('ban')],
    ['says remove', verdict('remove')],
    ['says a verdict in capitals', verdict('PASS')],
    ['says several verdicts', '{"verdict":["pass"]}'],
    ['says no verdict', '{}'],
    ['answers null', 'null'],
    ['answers no JSON', '<html>pass</html>'],
    ['answers nothing', ''],
    ['answers half a verdict', '{"verdict":"pa'],
    ['answers far too much', `{"verdict":"pass","more":"${'x'.repeat(5_000)}"}`],
    ['answers 500', status(500)],
    ['answers 401', status(401)],
    ['answers 204', (response) => response.writeHead(204).end()],
    ['sends elsewhere', status(302, '', { Location: '/elsewhere' })],
    ['hangs up', (response) => response.destroy()],
    [
      'hangs up within its answer',
      (response) => response.writeHead(200, { 'Content-Length': '400' }).write('{"verdict":', () => response.destroy()),
    ],
    ['never answers', () => undefined],
    ['never ends its answer', (response) => response.writeHead(200).write('{"verdict":"pass"}')],
  ];

  test.each(faults)('that %s holds the photo, which the scheduled handler has checked again', async (_, answer) => {
    classifier.answer = answer;
    const noor = await aMember(site.db);
    const before = Date.now();
    expect(stateOf(await upload(noor))).toEqual(HELD);
    expect(classifier.requests.length).toBe(1);
    const held = await photoOf(noor);
    expect([held?.checkTries, (held?.checkDueAt ?? 0) >= before + MINUTE - 1_000]).toEqual([1, true]);
    // Before it is due it is not asked.
    await site.worker.scheduled();
    expect(classifier.requests.length).toBe(1);
    classifier.answer = verdict('pass');
    await sweep();
    expect(await photoOf(noor)).toMatchObject({ heldSince: null, checkDueAt: null, acceptedBy: 'classifier', isNude: false });
    expect(await ownerOf(noor)).toMatchObject({ hasPhoto: true, mainImageId: held?.id });
    expect(classifier.requests[1]?.body.equals(classifier.requests[0]?.body ?? Buffer.alloc(0))).toBe(true);
    expect(JSON.stringify(classifier.requests[1]?.headers)).not.toContain(noor.id);
  });

  test.each([
    ['blur', { heldSince: null, acceptedBy: 'classifier', isNude: true, isNudeByCheck: true }],
    ['queue', { heldSince: expect.any(Number), checkDueAt: null, acceptedBy: null }],
    ['ban', { heldSince: expect.any(Number), checkDueAt: expect.any(Number), checkTries: 2 }],
  ])('that says %s when it is asked again', async (name, expected) => {
    classifier.answer = status(500);
    const noor = await aMember(site.db);
    await upload(noor);
    classifier.answer = verdict(name);
    await sweep();
    expect(await photoOf(noor)).toMatchObject(expected);
  });

  test('that blurs is counted, at the upload and when it is asked again, and no photo twice', async () => {
    await site.db.delete(dailyFigures);
    const blurred = async () =>
      (await site.db.select().from(dailyFigures)).filter(({ figure }) => figure === 'photos_blurred').map(({ count }) => count);
    classifier.answer = verdict('pass');
    await upload(await aMember(site.db));
    expect(await blurred()).toEqual([]);
    classifier.answer = verdict('blur');
    await upload(await aMember(site.db));
    expect(await blurred()).toEqual([1]);
    classifier.answer = status(500);
    await upload(await aMember(site.db));
    classifier.answer = verdict('blur');
    await sweep();
    await sweep();
    expect(await blurred()).toEqual([2]);
  });

  test('that never answers is asked with growing pauses, and in the end an operator decides', async () => {
    classifier.answer = status(503);
    const noor = await aMember(site.db);
    await upload(noor);
    const pauses: (number | null)[] = [];
    for (let tries = 2; tries <= PHOTO_CHECK_TRIES; tries += 1) {
      await site.db.update(images).set({ checkDueAt: 1 });
      const now = Date.now();
      await site.worker.scheduled();
      const photo = await photoOf(noor);
      expect(photo?.checkTries).toBe(tries);
      pauses.push(photo?.checkDueAt == null ? null : Math.round((photo.checkDueAt - now) / MINUTE));
    }
    expect(pauses.slice(0, 8)).toEqual([2, 4, 8, 16, 32, 64, 64, 64]);
    expect(pauses.at(-1)).toBe(null);
    const asked = classifier.requests.length;
    await site.worker.scheduled();
    expect([classifier.requests.length, (await photoOf(noor))?.heldSince]).toEqual([asked, expect.any(Number)]);
  });

  test('is not asked about photos of an account that is gone, nor after the setting has changed', async () => {
    classifier.answer = status(503);
    const [noor, bas] = [await aMember(site.db), await aMember(site.db)];
    await upload(noor);
    await upload(bas);
    await site.db.update(members).set({ status: 'banned', statusBefore: 'active' }).where(eq(members.id, noor.id));
    classifier.answer = verdict('pass');
    await setCheck('none');
    await sweep();
    expect(classifier.requests.length).toBe(2);
    await setCheck('classifier');
    await sweep();
    expect([(await photoOf(noor))?.heldSince, (await photoOf(bas))?.heldSince]).toEqual([expect.any(Number), null]);
  });

  test('writes nothing about the member or the picture into the log', async () => {
    classifier.answer = verdict('a-word-of-the-classifier');
    const noor = await aMember(site.db);
    const answer = await upload(noor);
    const lines = async () => (await site.worker.log()).split('\n').filter((line) => line.includes('"at":"photo_check"'));
    await expect.poll(async () => (await lines()).at(-1)).toContain('answer has no known verdict');
    const written = (await lines()).join('\n');
    for (const secret of [noor.id, String(answer.at('image.id')), ...filesIn(answer), KEY, 'a-word-of-the-classifier', classifier.url])
      expect(written).not.toContain(secret);
  });

  test('whose verdict comes after the owner has deleted the photo changes nothing', async () => {
    classifier.answer = status(500);
    const noor = await aMember(site.db);
    const { id } = { id: String((await upload(noor)).at('image.id')) };
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    classifier.answer = (response) => {
      asked.resolve();
      void released.promise.then(() => response.writeHead(200).end(verdict('pass')));
    };
    const sweeping = sweep();
    await asked.promise;
    expect((await site.as(noor).delete(PATH, { image: { id } })).status).toBe(204);
    released.resolve();
    await sweeping;
    expect([await photoOf(noor), (await ownerOf(noor))?.hasPhoto]).toEqual([undefined, false]);
  });
});

describe('a held photo', () => {
  /** Noor with one held photo, and Bas, whom she matches. */
  async function aHeldPhoto() {
    await setCheck('queue');
    const [noor, bas] = [await aMember(site.db), await aMember(site.db)];
    await aMatch(site.db, noor.id, bas.id);
    const answer = await upload(noor);
    return { noor, bas, id: String(answer.at('image.id')), files: filesIn(answer) };
  }

  test('is in its owner’s account and served to its owner only, and no cache may keep it', async () => {
    const { noor, bas, id, files } = await aHeldPhoto();
    expect((await site.as(noor).get('/api/user.php')).at('user.profile.images.0.id')).toBe(id);
    expect((await site.as(noor).get('/api/user.php')).at('user.profile.main_image')).toBe(null);
    for (const name of files) {
      const own = await fetchFile(name, noor.cookie);
      expect([own.status, own.headers.get('Cache-Control')]).toEqual([200, 'private, no-store']);
      const ended = await aSession(site.db, noor.id, { endsIn: -1 });
      for (const cookie of [undefined, bas.cookie, ended, `session=${noor.id}.${'A'.repeat(43)}`]) {
        const other = await fetchFile(name, cookie);
        expect([other.status, other.headers.get('Cache-Control')]).toEqual([404, 'no-store']);
      }
    }
    await site.db.update(images).set({ heldSince: null }).where(eq(images.id, id));
    const shown = await fetchFile(files[0] ?? '');
    expect([shown.status, shown.headers.get('Cache-Control')]).toEqual([200, 'public, max-age=300']);
  });

  test('is in nobody else’s answers, and not on their own page as others see it', async () => {
    const { noor, bas, id, files } = await aHeldPhoto();
    for (const client of [site.as(bas), site.as(noor), site.visitor]) {
      const profile = await client.get(`/api/profile.php?id=${noor.id}`);
      expect([profile.status, profile.at('profile.images'), profile.at('profile.main_image')]).toEqual([200, [], null]);
    }
    for (const path of ['/api/likes.php', '/api/search.php', `/api/search.php?photo=1`, '/api/notifications.php']) {
      const body = JSON.stringify((await site.as(bas).get(path)).body);
      for (const secret of [id, ...files]) expect(body).not.toContain(secret);
    }
    const page = await (await fetch(`${site.url}/members/${noor.id}`)).text();
    for (const secret of [id, ...files]) expect(page).not.toContain(secret);
  });

  test('cannot be quoted', async () => {
    const { noor, bas, id } = await aHeldPhoto();
    const liker = await aMember(site.db);
    const answer = await site.as(liker).post('/api/likes.php', { profile: noor.id, about: { photo: id } });
    expect([answer.status, answer.at('error.code')]).toEqual([409, 'about_gone']);
    expect(bas.id).not.toBe(liker.id);
  });

  test('cannot become the main photo, but can be ordered, marked and deleted by its owner', async () => {
    const { noor, id, files } = await aHeldPhoto();
    await clearSetting(site.db, 'photo_check');
    const shown = String((await upload(noor)).at('image.id'));
    expect((await ownerOf(noor))?.mainImageId).toBe(shown);
    const main = await site.as(noor).put(PATH, { main_image: { id } });
    expect([main.status, main.at('error.fields.main_image')]).toEqual([422, 'not_allowed']);
    const changed = await site.as(noor).put(PATH, { order: [shown, id], image: { id }, is_nude: true });
    expect([changed.status, changed.at('images.1.id'), changed.at('images.1.is_held'), changed.at('images.1.is_nude')]).toEqual([
      200,
      id,
      true,
      true,
    ]);
    // The main photo that is deleted leaves none, as the other one is held.
    expect((await site.as(noor).delete(PATH, { image: { id: shown } })).status).toBe(204);
    expect(await ownerOf(noor)).toMatchObject({ mainImageId: null, hasPhoto: false });
    expect((await site.as(noor).delete(PATH, { image: { id } })).status).toBe(204);
    await expect.poll(async () => (await site.worker.photoNames()).filter((name) => files.includes(name))).toEqual([]);
  });

  test('counts among the photos that a member may have', async () => {
    await saveSetting(site.db, 'photos_each', 1);
    try {
      const { noor } = await aHeldPhoto();
      const second = await upload(noor);
      expect([second.status, second.at('error.fields.file')]).toEqual([422, 'not_allowed']);
    } finally {
      await clearSetting(site.db, 'photos_each');
    }
  });
});

describe('the mark of the photo check', () => {
  test('blurs the photo as the owner’s own mark does, and the owner cannot take it away', async () => {
    await setCheck('classifier');
    classifier.answer = verdict('blur');
    const [noor, bas] = [await aMember(site.db), await aMember(site.db)];
    const id = String((await upload(noor)).at('image.id'));
    expect((await site.as(bas).get(`/api/profile.php?id=${noor.id}`)).at('profile.images.0.is_nude')).toBe(true);
    // Others are not told whose mark it is.
    expect(Object.keys((await site.as(bas).get(`/api/profile.php?id=${noor.id}`)).at('profile.images.0') as object)).not.toContain(
      'is_nude_by_check',
    );
    const removed = await site.as(noor).put(PATH, { image: { id }, is_nude: false });
    expect([removed.status, removed.at('error.fields.is_nude')]).toEqual([422, 'not_allowed']);
    expect((await site.as(noor).put(PATH, { image: { id }, is_nude: true })).status).toBe(200);
    expect(await photoOf(noor)).toMatchObject({ isNude: true, isNudeByCheck: true });
  });
});

test('a photo that the classifier lets pass later is told to the pages of its owner', async () => {
  await setCheck('classifier');
  classifier.answer = verdict('nothing');
  const noor = await aMember(site.db);
  await upload(noor);
  await site.db.delete(eventOutbox);
  classifier.answer = verdict('pass');
  await sweep();
  // The rooms of this site are away, so the event stays in the outbox.
  const events = await site.db.select().from(eventOutbox).where(eq(eventOutbox.memberId, noor.id));
  expect(events.map(({ event }) => event)).toEqual([{ type: 'user.changed' }]);
});
