import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { images } from '#db/schema/index';
import { siteCommandsInProcess } from '../../cli/run-site-command.ts';
import { aMember, anImage, aSession, newId, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import { aFile, aJpeg } from '../../support/files/image-files.ts';
import { testSite } from '../../support/product/test-site.ts';
import { linkTokens } from '../account/account-fixture.ts';

const site = testSite();
const command = siteCommandsInProcess(() => site.dbUrl);
const bytes = new Uint8Array([82, 73, 70, 70, 1, 2, 3, 4, 87, 69, 66, 80]);

const fetchPhoto = (name: string, headers: Record<string, string> = {}) => fetch(`${site.url}/photos/${name}`, { headers });
const statusesOf = async (names: readonly string[]) =>
  Promise.all(names.map(async (name) => [(await fetchPhoto(name)).status, (await fetchPhoto(name)).headers.get('Cache-Control')]));

/** The names of the three files of a new photo of a member, which are in the bucket. */
async function aStoredPhoto({ id }: { id: string }): Promise<string[]> {
  const [row] = await site.db
    .select({ thumb: images.thumb, medium: images.medium, large: images.large })
    .from(images)
    .where(eq(images.id, await anImage(site.db, id)));
  const names = Object.values(row ?? {});
  for (const name of names) await site.worker.putPhoto(name, bytes);
  return names;
}

const SHOWN = [200, 'public, max-age=300'];
const GONE = [404, 'no-store'];
const three = (one: unknown) => [one, one, one];

describe('a photo', () => {
  test('may be cached for five minutes, and is 304 if unchanged', async () => {
    const [name = ''] = await aStoredPhoto(await aMember(site.db));
    const first = await fetchPhoto(name);
    expect([first.status, first.headers.get('Content-Type'), first.headers.get('Cache-Control')]).toEqual([
      200,
      'image/webp',
      'public, max-age=300',
    ]);
    expect(new Uint8Array(await first.arrayBuffer())).toEqual(bytes);
    const again = await fetchPhoto(name, { 'If-None-Match': first.headers.get('ETag') ?? '' });
    expect([again.status, await again.text(), again.headers.get('Cache-Control')]).toEqual([304, '', 'public, max-age=300']);
  });

  test('that a member uploads is served at once, in every size, before the address is confirmed, too', async () => {
    const member = await aMember(site.db, { status: 'not_confirmed' });
    const { body } = await site.as(member).upload('/api/profileimage.php', [['file', aFile(aJpeg({ width: 304, height: 304 }))]]);
    expect(await statusesOf(JSON.stringify(body).match(/[\w-]{22}\.webp/g) ?? [])).toEqual(three(SHOWN));
  });

  test('of which only the files are left is 404', async () => {
    const name = `${newId()}.webp`;
    await site.worker.putPhoto(name, bytes);
    expect(await statusesOf([name])).toEqual([GONE]);
  });

  test('of the pool of drawn portraits may be cached for a day', async () => {
    await site.worker.putPhoto('pool-a.webp', bytes);
    expect(await statusesOf(['pool-a.webp'])).toEqual([[200, 'public, max-age=86400']]);
  });

  test.each([
    '/photos/nothing.webp',
    '/photos/',
    '/photos',
    '/photos/a/b.webp',
    '/photos/..%2Findex.html',
    '/photos/%00',
    '/photos/%E0%A4%A',
  ])('%s is 404', async (address) => {
    const answer = await site.visitor.get(address);
    expect(answer.status).toBe(404);
  });

  test('with a name longer than the bucket allows is 404', async () => {
    expect((await site.visitor.get(`/photos/${'x'.repeat(2_000)}.webp`)).status).toBe(404);
  });
});

describe('the photos of an account', () => {
  let member: TestMember;
  let photos: string[];

  beforeAll(async () => {
    member = await aMember(site.db);
    photos = [...(await aStoredPhoto(member)), ...(await aStoredPhoto(member))];
  });

  const shown = () => statusesOf(photos);
  const all = (one: unknown) => [...three(one), ...three(one)];

  test('stop with its deletion, for whoever has them in a cache as well, and come back with it', async () => {
    const etag = (await fetchPhoto(photos[0] ?? '')).headers.get('ETag') ?? '';
    expect(await shown()).toEqual(all(SHOWN));
    await site.as(member).delete('/api/user.php', { password: PASSWORD });
    expect(await shown()).toEqual(all(GONE));
    expect((await fetchPhoto(photos[0] ?? '', { 'If-None-Match': etag })).status).toBe(404);
    const { rows } = await site.db.$client.execute({ sql: 'select deleted_at from members where id = ?', args: [member.id] });
    const token = await linkTokens.undelete(member.id, Number(rows[0]?.deleted_at));
    expect((await site.visitor.post('/api/undelete.php', { token })).status).toBe(204);
    expect(await shown()).toEqual(all(SHOWN));
  });

  test('stop with a ban, for the banned member as well, and come back when it is lifted', async () => {
    const cookie = await aSession(site.db, member.id);
    expect((await command('member', 'ban', member.email, '--reason', 'spam')).ended).toBe('exit code 0');
    expect(await shown()).toEqual(all(GONE));
    expect((await fetchPhoto(photos[0] ?? '', { Cookie: cookie })).status).toBe(404);
    expect((await command('member', 'unban', member.email)).ended).toBe('exit code 0');
    expect(await shown()).toEqual(all(SHOWN));
  });
});
