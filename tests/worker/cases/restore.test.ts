import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { batch } from '#db/client';
import { eraseMember } from '#db/queries/account/erasure';
import { caseDecisions, fileRemovals, images, members, removedPhotoHashes, removedPhotos } from '#db/schema/index';
import { REMOVED_KEPT_MS } from '../../../worker/domain/moderation/appeals.ts';
import { deleteOldRows } from '../../../worker/domain/retention.ts';
import type { TestMember } from '../../support/database/factories.ts';
import { aDrawing, type Drawing, pngOfDrawing } from '../../support/files/drawn-picture.ts';
import { aFile } from '../../support/files/image-files.ts';
import { casesFixture, operator } from './cases-fixture.ts';

const fixture = casesFixture();
const { site } = fixture;
const PATH = '/api/profileimage.php';
const REMOVAL = { action: 'remove_photo', ground: { kind: 'rule', code: 'fake' }, facts: 'It shows somebody else.' } as const;

const upload = (member: TestMember, drawing: Drawing) =>
  site.as(member).upload(PATH, [['file', aFile(pngOfDrawing(drawing, { width: 240, height: 300 }), 'me.png', 'image/png')]]);

/** A reported member with a photo, of which a decision has made what `decision` says. */
async function aDecidedMember(decision: Parameters<typeof fixture.decide>[1] = {}, traits: Parameters<typeof fixture.person>[0] = {}) {
  const [reporter, member, eva] = await Promise.all([fixture.person(), fixture.person({ locale: 'en', ...traits }), fixture.person()]);
  await fixture.report(reporter, member);
  const { number } = await fixture.theCaseOf(member.id);
  await fixture.decide(number, decision, operator(eva));
  return { reporter, member, eva, number };
}

/** A member whose photo a decision has removed; it is not hashed yet. */
async function aRemovedPhoto(seed: number) {
  const [reporter, member, eva] = await Promise.all([fixture.person(), fixture.person(), fixture.person()]);
  const drawing = aDrawing(seed);
  const answer = await upload(member, drawing);
  const id = String(answer.at('image.id'));
  const files = ['thumb', 'medium', 'large'].map((size) => String(answer.at(`image.${size}_filename`)));
  await fixture.report(reporter, member);
  const { number } = await fixture.theCaseOf(member.id);
  const { removal } = await fixture.decide(number, { ...REMOVAL, photo: id }, operator(eva));
  return { member, eva, drawing, id, files, number, removal: removal ?? '' };
}

/** Restores by an appeal that another operator decides. */
async function restore(member: { id: string; email: string; cookie: string }, number: string) {
  const body = { email: member.email, subject: 'decision', text: 'Please look again', reference: number };
  expect((await site.as(member).post('/api/complaints.php', body)).status).toBe(201);
  const appeal = (await fixture.casesOf(member.id)).find(({ subjectKind, status }) => subjectKind === 'decision' && status === 'open');
  const ida = await fixture.person();
  return fixture.decide(appeal?.number ?? '', { action: 'restore', ground: null, facts: 'It is you.' }, operator(ida));
}

const removalRow = async (number: string) => (await site.db.select().from(removedPhotos).where(eq(removedPhotos.number, number)))[0];
const hashesOf = (number: string) => site.db.select().from(removedPhotoHashes).where(eq(removedPhotoHashes.number, number));
const filesThatAreThere = async (files: readonly string[]) => (await site.worker.photoNames()).filter((name) => files.includes(name)).length;
const dueOf = (files: readonly string[]) => site.db.select().from(fileRemovals).where(inArray(fileRemovals.name, [...files]));

describe('a photo that a decision removes', () => {
  test('is refused at the next upload until it is restored, and then is there again with its files', async () => {
    const { member, drawing, id, files, number, removal } = await aRemovedPhoto(21);
    expect(await removalRow(removal)).toMatchObject({ reason: 'not_own', removedBy: 'operator' });
    await site.worker.scheduled();
    expect(await hashesOf(removal)).toHaveLength(23);
    const refused = await upload(await fixture.person(), drawing);
    expect([refused.status, refused.at('error.details.number')]).toEqual([409, removal]);
    expect(await filesThatAreThere(files)).toBe(3);
    for (const name of files) expect((await site.as(member).get(`/photos/${name}`)).status).toBe(404);

    await restore(member, number);
    expect((await site.as(member).get('/api/user.php')).at('user.profile.main_image.id')).toBe(id);
    for (const name of files) expect((await fetch(`${site.url}/photos/${name}`)).status).toBe(200);
    expect([await removalRow(removal), await hashesOf(removal), await dueOf(files)]).toEqual([undefined, [], []]);
    expect((await upload(await fixture.person(), drawing)).status).toBe(201);
    await site.worker.scheduled();
    expect(await filesThatAreThere(files)).toBe(3);
  });

  test('and that is restored while it is hashed is there and not remembered', async () => {
    for (const seed of [22, 23, 24]) {
      const { member, id, files, number, removal } = await aRemovedPhoto(seed);
      const body = { email: member.email, subject: 'decision', text: 'Please look again', reference: number };
      await site.as(member).post('/api/complaints.php', body);
      const [appeal] = (await fixture.casesOf(member.id)).filter(({ subjectKind }) => subjectKind === 'decision');
      const ida = await fixture.person();
      await Promise.all([
        site.worker.scheduled(),
        fixture.decide(appeal?.number ?? '', { action: 'restore', ground: null, facts: 'It is you.' }, operator(ida)),
      ]);
      await site.worker.scheduled();
      expect(await site.db.select({ id: images.id }).from(images).where(eq(images.memberId, member.id))).toEqual([{ id }]);
      expect([await removalRow(removal), await hashesOf(removal), await dueOf(files), await filesThatAreThere(files)]).toEqual([
        undefined,
        [],
        [],
        3,
      ]);
    }
  });

  test('comes back with the marks that it had; one that was held is shown', async () => {
    const [{ member, id, number }, held] = [await aRemovedPhoto(25), await aRemovedPhoto(26)];
    const rewrite = (of: string, path: string, value: number) =>
      site.db.run(`update case_decisions set undo = json_set(undo, '$.image.${path}', ${value}) where case_number = '${of}'`);
    await rewrite(number, 'isNude', 1);
    await rewrite(number, 'isNudeByCheck', 1);
    await rewrite(held.number, 'heldSince', 5);
    await restore(member, number);
    await restore(held.member, held.number);
    const rowOf = async (photo: string) => (await site.db.select().from(images).where(eq(images.id, photo)))[0];
    expect(await rowOf(id)).toMatchObject({ isNude: true, isNudeByCheck: true, heldSince: null, acceptedBy: null });
    expect(await rowOf(held.id)).toMatchObject({ isNude: false, heldSince: null, acceptedBy: 'operator' });
  });

  test('is given up when no appeal can come any more, with its files, and then is not restored', async () => {
    const { files, number } = await aRemovedPhoto(27);
    const text = await aDecidedMember({ action: 'remove_text', text: 'personal' }, { personal: 'Write to me' });
    const removedBefore = Date.now() - REMOVED_KEPT_MS - 1;
    await site.db
      .update(caseDecisions)
      .set({ createdAt: removedBefore })
      .where(inArray(caseDecisions.caseNumber, [number, text.number]));
    await site.db.update(fileRemovals).set({ dueAt: 1 }).where(inArray(fileRemovals.name, files));
    await deleteOldRows(site.db, Date.now());
    await site.worker.scheduled();
    expect(await filesThatAreThere(files)).toBe(0);
    for (const decided of [number, text.number])
      expect((await fixture.decisionsOf(decided))[0]).toMatchObject({ undo: null, endedAt: null });
  });

  test('goes at once with the account, also before it is hashed', async () => {
    const [hashed, fresh] = [await aRemovedPhoto(28), await aRemovedPhoto(29)];
    await site.db.update(removedPhotos).set({ dueAt: null }).where(eq(removedPhotos.number, fresh.removal));
    await site.worker.scheduled();
    for (const { member, files } of [hashed, fresh]) {
      await site.db.update(members).set({ status: 'deleted', deletedAt: 1 }).where(eq(members.id, member.id));
      await batch(site.db, eraseMember(site.db, member.id, Date.now()));
      await site.worker.scheduled();
      expect([await filesThatAreThere(files), await dueOf(files)]).toEqual([0, []]);
    }
    await site.db.update(removedPhotos).set({ dueAt: 1 }).where(eq(removedPhotos.number, fresh.removal));
    await site.worker.scheduled();
    expect([(await hashesOf(hashed.removal)).length, (await hashesOf(fresh.removal)).length]).toEqual([23, 0]);
  });

  test('of a banned account is removed, too', async () => {
    const [reporter, member] = await Promise.all([fixture.person(), fixture.person()]);
    const id = String((await upload(member, aDrawing(30))).at('image.id'));
    await fixture.report(reporter, member);
    await site.db.update(members).set({ status: 'banned', statusBefore: 'active' }).where(eq(members.id, member.id));
    await fixture.decide((await fixture.theCaseOf(member.id)).number, { ...REMOVAL, photo: id });
    expect(await site.db.select().from(images).where(eq(images.id, id))).toEqual([]);
  });
});

describe('a limit', () => {
  test('that is lifted leaves another one that lasts', async () => {
    const [shorter, longer] = [Date.now() + 7 * DAY, Date.now() + 30 * DAY];
    const { member, reporter, number } = await aDecidedMember({ action: 'limit', until: longer });
    await fixture.report(reporter, member, { text: 'Again' });
    const second = (await fixture.casesOf(member.id)).find(({ status }) => status === 'open');
    await fixture.decide(second?.number ?? '', { action: 'limit', until: shorter });
    expect((await fixture.memberRow(member.id)).limitedUntil).toBe(shorter);
    await restore(member, second?.number ?? '');
    expect((await fixture.memberRow(member.id)).limitedUntil).toBe(longer);
    await restore(member, number);
    expect((await fixture.memberRow(member.id)).limitedUntil).toBeNull();
  });
});
