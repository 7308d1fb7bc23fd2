import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { MINUTE } from '#contract/durations';
import { batch } from '#db/client';
import { caseActivity, images, members, operatorSessions, operators, quotes } from '#db/schema/index';
import { openCaseOfRule } from '../../../worker/domain/moderation/open-case.ts';
import { aMatch, anImage, newId } from '../../support/database/factories.ts';
import { anOperator } from '../../support/database/operator-factories.ts';
import { deskCasesFixture, NOT_FOUND, refusal } from './desk-cases-fixture.ts';

const fixture = deskCasesFixture();
const { site, desk } = fixture;

/** A photo of a member whose files are in the bucket; the bytes of each file are its name. */
async function aStoredPhoto({ id: memberId }: { readonly id: string }, position = 0) {
  const id = await anImage(site.db, memberId, position);
  const [row] = await site.db.select().from(images).where(eq(images.id, id));
  if (!row) throw new Error('the photo is stored');
  for (const name of [row.thumb, row.medium, row.large]) await site.worker.putPhoto(name, new TextEncoder().encode(name));
  return row;
}

/** A reported member with a photo, and the case. */
async function aReportedPhoto() {
  const [noor, bas] = await Promise.all([fixture.person(), fixture.person()]);
  const photo = await aStoredPhoto(bas);
  await fixture.report(noor, bas);
  return { noor, bas, photo, number: (await fixture.theCaseOf(bas.id)).number };
}

/** Asks for the file of a photo as somebody; resolves to the bytes as a text, or to the refusal. */
async function bytesOf(cookie: string, address: string, headers: Record<string, string> = {}) {
  const answer = await fetch(new URL(address, site.url), { headers: { ...(cookie && { Cookie: cookie }), ...headers } });
  return answer.status === 200 ? answer.text() : [answer.status, ((await answer.json()) as { error: { code: string } }).error.code];
}

const looksOf = async (number: string) =>
  (await site.db.select().from(caseActivity).where(eq(caseActivity.caseNumber, number)).orderBy(caseActivity.createdAt))
    .filter(({ act }) => act === 'looked')
    .map(({ actorId, detail }) => [actorId, detail]);

describe('a photo of a case', () => {
  test('is served large to the operator who has looked at it, and no cache keeps it', async () => {
    const eva = await anOperator(site.db);
    const { photo, number } = await aReportedPhoto();
    expect((await desk(eva).read(number)).photos).toEqual([
      {
        ...{ id: photo.id, state: 'shown', is_subject: false, is_of_member: true },
        ...{ thumbhash: photo.thumbhash, width: photo.width, height: photo.height },
      },
    ]);
    const address = `/_desk/photos/${number}/${photo.id}`;
    expect(await bytesOf(eva.cookie, address)).toEqual([404, 'not_found']);
    const look = await desk(eva).lookAtPhoto(number, photo.id);
    expect([look.status, look.body]).toEqual([200, { url: address, width: photo.width, height: photo.height }]);
    const answer = await fetch(`${site.url}${address}`, { headers: { Cookie: eva.cookie } });
    expect([answer.status, await answer.text()]).toEqual([200, photo.large]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...{ 'content-type': 'image/webp', 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' },
      'x-robots-tag': expect.stringContaining('noindex'),
    });
    expect(await looksOf(number)).toEqual([
      [eva.id, null],
      [eva.id, `photo:${photo.id}`],
    ]);
  });

  test('is served for ten minutes after the look, of each operator apart', async () => {
    const [eva, ida] = await Promise.all([anOperator(site.db), anOperator(site.db)]);
    const { photo, number } = await aReportedPhoto();
    const { url } = (await desk(eva).lookAtPhoto(number, photo.id)).body as { url: string };
    expect(await bytesOf(eva.cookie, url)).toBe(photo.large);
    expect(await bytesOf(ida.cookie, url)).toEqual([404, 'not_found']);
    await site.db
      .update(caseActivity)
      .set({ createdAt: Date.now() - 11 * MINUTE })
      .where(eq(caseActivity.actorId, eva.id));
    expect(await bytesOf(eva.cookie, url)).toEqual([404, 'not_found']);
  });

  test('that is held is the subject of its case and is served, to nobody else', async () => {
    const eva = await anOperator(site.db);
    const bas = await fixture.person();
    const photo = await aStoredPhoto(bas);
    await site.db.update(images).set({ heldSince: 1 }).where(eq(images.id, photo.id));
    const topic = { kind: 'photo', id: photo.id, memberId: bas.id } as const;
    const finding = { kind: 'held_photo', rule: 'photo_check', topic, text: 'Looks nude', now: Date.now() } as const;
    await batch(site.db, openCaseOfRule(site.db, finding, sql`true`));
    const { number } = await fixture.theCaseOf(bas.id);
    const { photos, actions } = await desk(eva).read(number);
    expect(photos).toMatchObject([{ id: photo.id, state: 'held', is_subject: true }]);
    expect(actions).toContain('remove_photo');
    const { url } = (await desk(eva).lookAtPhoto(number, photo.id)).body as { url: string };
    expect(await bytesOf(eva.cookie, url)).toBe(photo.large);
    for (const name of [photo.thumb, photo.medium, photo.large])
      for (const cookie of [eva.cookie, eva.memberCookie, '']) expect(await bytesOf(cookie, `/photos/${name}`)).toEqual([404, 'not_found']);
    expect(await bytesOf(eva.memberCookie, url)).toEqual([403, 'signed_out']);
  });

  test('that a decision has removed is served from what is kept, in its case and in the appeal', async () => {
    const [eva, ida] = await Promise.all([anOperator(site.db), anOperator(site.db)]);
    const { bas, photo, number } = await aReportedPhoto();
    await desk(eva).take(number);
    expect((await desk(eva).read(number)).actions).toContain('remove_photo');
    expect((await desk(eva).decide(number, { action: 'remove_photo', photo: photo.id })).status).toBe(200);
    expect((await desk(eva).read(number)).photos).toMatchObject([{ id: photo.id, state: 'removed', thumbhash: photo.thumbhash }]);
    expect(await bytesOf('', `/photos/${photo.large}`)).toEqual([404, 'not_found']);
    const { url } = (await desk(eva).lookAtPhoto(number, photo.id)).body as { url: string };
    expect(await bytesOf(eva.cookie, url)).toBe(photo.large);
    const appeal = await fixture.appeal(bas, number);
    expect((await desk(ida).read(appeal)).photos).toMatchObject([{ id: photo.id, state: 'removed', is_of_member: true }]);
    const seen = (await desk(ida).lookAtPhoto(appeal, photo.id)).body as { url: string };
    expect(await bytesOf(ida.cookie, seen.url)).toBe(photo.large);
    expect(refusal(await desk(eva).lookAtPhoto(appeal, photo.id))).toEqual(NOT_FOUND);
  });

  test('that its member has deleted is gone', async () => {
    const eva = await anOperator(site.db);
    const { bas, photo, number } = await aReportedPhoto();
    await site.as(bas).delete('/api/profileimage.php', { image: { id: photo.id } });
    expect((await desk(eva).read(number)).photos).toMatchObject([{ id: photo.id, state: 'gone', thumbhash: null, width: null }]);
    expect((await desk(eva).read(number)).actions).not.toContain('remove_photo');
    expect(refusal(await desk(eva).lookAtPhoto(number, photo.id))).toEqual(NOT_FOUND);
    expect(await looksOf(number)).toEqual([
      [eva.id, null],
      [eva.id, null],
    ]);
  });

  test('that a reported message quotes is one, also of the one who reported', async () => {
    const eva = await anOperator(site.db);
    const [noor, bas] = await Promise.all([fixture.person(), fixture.person()]);
    const photo = await aStoredPhoto(noor);
    await aMatch(site.db, noor.id, bas.id);
    const conversation = { id: String((await site.as(bas).get(`/api/chat.php?profile=${noor.id}`)).at('id')) };
    const message = { client_id: newId(), text: 'More of those', about: { photo: photo.id } };
    const sent = await site.as(bas).post('/api/chat.php', { conversation, message });
    expect((await site.db.select().from(quotes).where(eq(quotes.imageId, photo.id))).length).toBe(1);
    await fixture.report(noor, bas, { messages: [sent.at('message.id')] });
    const { number } = await fixture.theCaseOf(bas.id);
    const seen = await desk(eva).read(number);
    expect(seen.sources[0]?.evidence?.messages).toMatchObject([{ text: 'More of those', quote: { photo: photo.id } }]);
    expect(seen.photos).toMatchObject([{ id: photo.id, is_of_member: false, is_subject: false, state: 'shown' }]);
    expect(seen.actions).not.toContain('remove_photo');
  });
});

describe('a photo of another case', () => {
  test('is refused like one that does not exist, and no look is written', async () => {
    const eva = await anOperator(site.db);
    const [one, other] = [await aReportedPhoto(), await aReportedPhoto()];
    const later = await aStoredPhoto(one.bas, 1);
    for (const id of [other.photo.id, later.id, newId()]) {
      expect(refusal(await desk(eva).lookAtPhoto(one.number, id))).toEqual(NOT_FOUND);
      expect(await bytesOf(eva.cookie, `/_desk/photos/${one.number}/${id}`)).toEqual([404, 'not_found']);
    }
    await desk(eva).lookAtPhoto(other.number, other.photo.id);
    expect(await bytesOf(eva.cookie, `/_desk/photos/${one.number}/${other.photo.id}`)).toEqual([404, 'not_found']);
    expect(refusal(await desk(eva).lookAtPhoto('0123456789', one.photo.id))).toEqual(NOT_FOUND);
    expect(await looksOf(one.number)).toEqual([]);
  });

  test.each(['/_desk/photos/', '/_desk/photos/x/y', "/_desk/photos/0123456789/' or 1=1", '/_desk/photos/..%2F..%2Findex.html/x'])(
    '%s is no photo',
    async (address) => {
      const eva = await anOperator(site.db);
      expect((await site.as(eva).get(address)).status).toBe(404);
    },
  );
});

describe('a photo is served to nobody else', () => {
  test('than an operator at the desk: not to members, visitors, former operators and forged cookies', async () => {
    const [eva, former, banned] = await Promise.all([anOperator(site.db, { role: 'admin' }), anOperator(site.db), anOperator(site.db)]);
    const { noor, bas, photo, number } = await aReportedPhoto();
    let url = '';
    for (const operator of [eva, former, banned]) {
      const look = await desk(operator).lookAtPhoto(number, photo.id);
      url = String(look.at('url'));
      expect(await bytesOf(operator.cookie, url)).toBe(photo.large);
    }
    await site.db.delete(operators).where(eq(operators.memberId, former.id));
    await site.db.update(members).set({ status: 'banned', banReason: 'scam' }).where(eq(members.id, banned.id));
    const forged = `__Host-desk=${eva.id}.${'A'.repeat(43)}`;
    for (const cookie of ['', noor.cookie, bas.cookie, eva.memberCookie, former.cookie, forged])
      expect(await bytesOf(cookie, url)).toEqual([403, 'signed_out']);
    expect(await bytesOf(banned.cookie, url)).toEqual([403, 'banned']);
    expect(await bytesOf(eva.cookie, url, { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' })).toEqual([403, 'signed_out']);
    await site.db.update(operatorSessions).set({ expiresAt: 1 }).where(eq(operatorSessions.memberId, eva.id));
    expect(await bytesOf(eva.cookie, url)).toEqual([403, 'signed_out']);
  });

  test('once the operator gets a stake in the case', async () => {
    const eva = await anOperator(site.db);
    const { bas, photo, number } = await aReportedPhoto();
    const { url } = (await desk(eva).lookAtPhoto(number, photo.id)).body as { url: string };
    await fixture.report({ ...eva, cookie: eva.memberCookie }, bas);
    expect(await bytesOf(eva.cookie, url)).toEqual([404, 'not_found']);
  });
});
