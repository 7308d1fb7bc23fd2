import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aMember, anImage, type TestMember } from '../../support/database/factories.ts';
import { allRows, countRows } from '../../support/database/table-rows.ts';
import { aFile, aJpeg } from '../../support/files/image-files.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { testSite } from '../../support/product/test-site.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';
import { type CloudflareApi, startCloudflareApi } from '../../support/servers/cloudflare-api-server.ts';

const site = testSite();
const PATH = '/api/profileimage.php';

/** A member with three photos, oldest first, none of them in the bucket. */
async function aMemberWithPhotos(): Promise<{ member: TestMember; ids: [string, string, string] }> {
  const member = await aMember(site.db);
  const place = (position: number) => anImage(site.db, member.id, position);
  return { member, ids: [await place(0), await place(1), await place(2)] };
}

async function photosOf(member: TestMember) {
  const user = await site.as(member).get('/api/user.php');
  const images = user.at('user.profile.images') as { id: string; is_nude: boolean }[];
  return { ids: images.map(({ id }) => id), main: user.at('user.profile.main_image.id'), nude: images.map(({ is_nude }) => is_nude) };
}

const filesOf = async (id: string): Promise<string[]> => {
  const { rows } = await site.db.$client.execute({ sql: 'select thumb, medium, large from images where id = ?', args: [id] });
  return Object.values(rows[0] ?? {}).map(String);
};

describe('a photo that its member deletes', () => {
  test('is deleted with its files, at once', async () => {
    const member = await aMember(site.db);
    const { body, at } = await site
      .as(member)
      .upload(PATH, [['file', aFile(aJpeg({ width: 304, height: 304 }))]])
      .then((answer) => ({ body: answer.body, at: (path: string) => String(answer.at(path)) }));
    const names = JSON.stringify(body).match(/[\w-]{22}\.webp/g) ?? [];
    expect(await site.worker.photoNames()).toEqual(expect.arrayContaining([...names]));
    const answer = await site.as(member).delete(PATH, { image: { id: at('image.id') } });
    expect(answer.status).toBe(204);
    await expect.poll(() => site.worker.photoNames()).toEqual([]);
    await expect.poll(() => countRows(site.db, 'file_removals')).toBe(0);
    expect(await photosOf(member)).toEqual({ ids: [], main: undefined, nude: [] });
    expect((await fetch(`${site.url}/photos/${names[0]}`)).status).toBe(404);
    const found = await site.db.$client.execute({ sql: 'select has_photo from members where id = ?', args: [member.id] });
    expect(Number(found.rows[0]?.has_photo)).toBe(0);
  });

  test('leaves the next in order as the main one', async () => {
    const { member, ids } = await aMemberWithPhotos();
    await site.as(member).put(PATH, { order: [ids[0], ids[2], ids[1]] });
    await site.as(member).delete(PATH, { image: { id: ids[0] } });
    expect(await photosOf(member)).toMatchObject({ ids: [ids[2], ids[1]], main: ids[2] });
  });

  test('leaves the main one alone when it was another', async () => {
    const { member, ids } = await aMemberWithPhotos();
    await site.as(member).delete(PATH, { image: { id: ids[1] } });
    expect(await photosOf(member)).toMatchObject({ ids: [ids[0], ids[2]], main: ids[0] });
  });

  test('twice at once is deleted once', async () => {
    const { member, ids } = await aMemberWithPhotos();
    const remove = () => site.as(member).delete(PATH, { image: { id: ids[0] } });
    const answers = await Promise.all([remove(), remove()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404]);
    expect(await countRows(site.db, 'images', member.id)).toBe(2);
  });

  test('of the pool of drawn portraits stays in the bucket, as other members use it', async () => {
    const member = await aMember(site.db);
    const id = await anImage(site.db, member.id);
    await site.db.$client.execute({ sql: "update images set thumb = 'pool-t.webp', medium = 'pool-m.webp' where id = ?", args: [id] });
    await site.worker.putPhoto('pool-t.webp', Buffer.from('RIFF'));
    await site.as(member).delete(PATH, { image: { id } });
    await expect.poll(() => countRows(site.db, 'file_removals')).toBe(0);
    expect(await site.worker.photoNames()).toEqual(['pool-t.webp']);
  });
});

describe('a change of photos', () => {
  test('makes another the main one', async () => {
    const { member, ids } = await aMemberWithPhotos();
    const answer = await site.as(member).put(PATH, { main_image: { id: ids[2] } });
    expect([answer.status, answer.at('images.0.id')]).toEqual([200, ids[0]]);
    expect(await photosOf(member)).toMatchObject({ ids, main: ids[2] });
  });

  test('puts them in another order, whatever is uploaded meanwhile', async () => {
    const { member, ids } = await aMemberWithPhotos();
    const order = [ids[2], ids[0], ids[1]];
    const [changed, added] = await Promise.all([
      site.as(member).put(PATH, { order }),
      site.as(member).upload(PATH, [['file', aFile(aJpeg({ width: 304, height: 304 }))]]),
    ]);
    expect([changed.status, added.status]).toEqual([200, 201]);
    expect(await photosOf(member)).toMatchObject({ ids: [...order, added.at('image.id')], main: ids[0] });
  });

  test('marks one as nude and takes it back', async () => {
    const { member, ids } = await aMemberWithPhotos();
    await site.as(member).put(PATH, { image: { id: ids[1] }, is_nude: true });
    expect((await photosOf(member)).nude).toEqual([false, true, false]);
    await site.as(member).put(PATH, { image: { id: ids[1] }, is_nude: false });
    expect((await photosOf(member)).nude).toEqual([false, false, false]);
  });

  test('notifies the member’s devices', async () => {
    const { member, ids } = await aMemberWithPhotos();
    await site.as(member).put(PATH, { main_image: { id: ids[1] } });
    expect((await allRows(site.db)).event_outbox?.map((row) => JSON.stringify(row)).filter((row) => row.includes(member.id))).toHaveLength(
      1,
    );
  });

  test('that does not fit is refused and changes nothing', async () => {
    const { member, ids } = await aMemberWithPhotos();
    const { ids: theirs } = await aMemberWithPhotos();
    const [one, two, three] = ids;
    const refused: [object, number, string | undefined][] = [
      [{ order: [one, two] }, 422, 'order not_allowed'],
      [{ order: [one, two, two] }, 422, 'order not_allowed'],
      [{ order: [one, two, three, one] }, 422, 'order not_allowed'],
      [{ order: [] }, 422, 'order not_allowed'],
      [{ order: [one, two, theirs[0]] }, 404, undefined],
      [{ order: 'all' }, 422, 'order wrong_type'],
      [{ order: Array.from({ length: 101 }, () => one) }, 422, 'order too_long'],
      [{ main_image: { id: theirs[0] } }, 404, undefined],
      [{ main_image: { id: theirs[0] }, order: [three, two, one] }, 404, undefined],
      [{ image: { id: theirs[0] }, is_nude: true }, 404, undefined],
      [{ image: { id: one } }, 422, 'is_nude required'],
      [{ is_nude: true }, 422, 'image required'],
      [{ image: { id: one }, is_nude: 'yes' }, 422, 'is_nude wrong_type'],
    ];
    const before = await allRows(site.db);
    for (const [body, status, field] of refused) {
      const answer = await site.as(member).put(PATH, body);
      const fields = Object.entries((answer.at('error.fields') ?? {}) as object).map((pair) => pair.join(' '));
      expect([body, answer.status, fields[0]]).toEqual([body, status, field]);
    }
    expect(await allRows(site.db)).toEqual(before);
  });
});

describe('a site with a token for its Cloudflare zone', () => {
  let zone: CloudflareApi;
  let worker: TestWorker;
  const vars = { CF_ZONE_ID: '0123456789abcdef0123456789abcdef', CF_ZONE_TOKEN: 'zone-token' };

  beforeAll(async () => {
    zone = await startCloudflareApi();
    worker = await startWorker({ dbUrl: site.dbUrl, vars, outbound: zone.url });
  });
  afterAll(async () => {
    await worker?.stop();
    await zone?.stop();
  });

  test('purges deleted files from the edge cache', async () => {
    const { member, ids } = await aMemberWithPhotos();
    const files = await filesOf(ids[0]);
    await apiClient(worker.url, member.cookie).delete(PATH, { image: { id: ids[0] } });
    await expect
      .poll(() => zone.purged)
      .toEqual([
        {
          url: `https://api.cloudflare.com/client/v4/zones/${vars.CF_ZONE_ID}/purge_cache`,
          token: 'Bearer zone-token',
          files: files.map((name) => `${worker.url}/photos/${name}`),
        },
      ]);
    await expect.poll(() => countRows(site.db, 'file_removals')).toBe(0);
  });

  test('repeats the purge while Cloudflare does not answer', async () => {
    const { member, ids } = await aMemberWithPhotos();
    zone.answerWith(500);
    await apiClient(worker.url, member.cookie).delete(PATH, { image: { id: ids[0] } });
    await expect.poll(() => worker.log()).toContain('the zone answered 500');
    expect(await countRows(site.db, 'file_removals')).toBe(3);
    zone.answerWith(200);
    await worker.scheduled();
    expect(await countRows(site.db, 'file_removals')).toBe(3);
    await site.db.$client.execute('update file_removals set due_at = 0');
    await worker.scheduled();
    expect(await countRows(site.db, 'file_removals')).toBe(0);
  });
});

describe('files that no row names', () => {
  test('are swept from the bucket once their time has passed', async () => {
    await site.worker.putPhoto('lost-1.webp', Buffer.from('RIFF'));
    await site.worker.putPhoto('lost-2.webp', Buffer.from('RIFF'));
    await site.db.$client.batch([
      { sql: "insert into file_removals (name, due_at) values ('lost-1.webp', 1), ('lost-2.webp', ?)", args: [Date.now() + 600_000] },
    ]);
    await site.worker.scheduled();
    const names = await site.worker.photoNames();
    expect([names.includes('lost-1.webp'), names.includes('lost-2.webp')]).toEqual([false, true]);
    expect(await countRows(site.db, 'file_removals')).toBe(1);
  });
});
