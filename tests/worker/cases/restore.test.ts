import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { batch } from '#db/client';
import { eraseMember } from '#db/queries/account/erasure';
import { caseDecisions, caseSources, cases, fileRemovals, images, members, removedPhotoHashes, removedPhotos } from '#db/schema/index';
import { REMOVED_KEPT_MS } from '../../../worker/domain/moderation/appeals.ts';
import { planRestoration, takeBackDecision } from '../../../worker/domain/moderation/decide-by-hand.ts';
import { deleteOldRows } from '../../../worker/domain/retention.ts';
import { aCase, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import { aDrawing, type Drawing, pngOfDrawing } from '../../support/files/drawn-picture.ts';
import { aFile } from '../../support/files/image-files.ts';
import { casesFixture, operator, refusalOf } from './cases-fixture.ts';

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

const takeBack = (number: string, actor: Parameters<typeof takeBackDecision>[2], facts = 'We took you for somebody else.') =>
  takeBackDecision(site.db, Date.now(), actor, { number, facts });
const COMMAND_LINE = { kind: 'command_line' } as const;
const removalRow = async (number: string) => (await site.db.select().from(removedPhotos).where(eq(removedPhotos.number, number)))[0];
const hashesOf = (number: string) => site.db.select().from(removedPhotoHashes).where(eq(removedPhotoHashes.number, number));
const filesThatAreThere = async (files: readonly string[]) =>
  (await site.worker.photoNames()).filter((name) => files.includes(name)).length;
const dueOf = (files: readonly string[]) =>
  site.db
    .select()
    .from(fileRemovals)
    .where(inArray(fileRemovals.name, [...files]));

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

    // The number of the refusal joins the appeal of its owner, and no one else's.
    const object = async (who: { email: string; cookie: string }) => {
      const body = { email: who.email, subject: 'decision', text: 'That is me', reference: removal };
      const complaint = String((await site.as(who).post('/api/complaints.php', body)).at('number'));
      return (await site.db.select().from(caseSources).where(eq(caseSources.complaintNumber, complaint)))[0];
    };
    expect((await object(await fixture.person()))?.kind).toBe('complaint');
    const appeal = await object(member);
    expect([appeal?.kind, (await fixture.caseRow(appeal?.caseNumber ?? ''))?.subjectKind]).toEqual(['appeal', 'decision']);

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
    const { eva, files, number } = await aRemovedPhoto(27);
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
    for (const [decided, by] of [
      [number, eva],
      [text.number, text.eva],
    ] as const) {
      expect((await fixture.decisionsOf(decided))[0]).toMatchObject({ undo: null, endedAt: null });
      expect(await refusalOf(takeBack(decided, operator(by)))).toBe('not_possible');
    }
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

describe('a ban', () => {
  test('that is lifted leaves one that was made without a case since then', async () => {
    const { member, number } = await aDecidedMember({ action: 'ban' });
    await site.db.update(members).set({ banReason: 'You threatened somebody.' }).where(eq(members.id, member.id));
    await restore(member, number);
    expect(await fixture.memberRow(member.id)).toMatchObject({ status: 'banned', banReason: 'You threatened somebody.' });
    expect((await fixture.decisionsOf(number))[0]?.endedAt).not.toBeNull();
  });

  /** A member whom two decisions ban, with the numbers of both, the earlier one first. */
  async function aTwiceBannedMember() {
    const { member, number } = await aDecidedMember({ action: 'ban', facts: 'You asked for money.' });
    const second = await aCase(site.db, member.id);
    await fixture.decide(second, { action: 'ban', facts: 'You threatened somebody.' });
    return { member, first: number, second };
  }
  const reasonOf = async ({ email }: { email: string }) =>
    (await site.visitor.post('/api/login.php', { email, password: PASSWORD })).at('error.details.reason');

  test('that is lifted leaves an earlier one, whose reason stands again', async () => {
    const { member, first, second } = await aTwiceBannedMember();
    expect(await reasonOf(member)).toBe('You threatened somebody.');
    await takeBack(second, COMMAND_LINE);
    expect(await fixture.memberRow(member.id)).toMatchObject({ status: 'banned', banReason: 'You asked for money.' });
    expect(await reasonOf(member)).toBe('You asked for money.');
    await takeBack(first, COMMAND_LINE);
    expect(await fixture.memberRow(member.id)).toMatchObject({ status: 'active', banReason: null });
  });

  test('that is lifted leaves a later one with its reason', async () => {
    const { member, first } = await aTwiceBannedMember();
    await takeBack(first, COMMAND_LINE);
    expect(await fixture.memberRow(member.id)).toMatchObject({ status: 'banned', banReason: 'You threatened somebody.' });
  });

  test('is over when both that last are lifted at once', async () => {
    const { member, first, second } = await aTwiceBannedMember();
    await Promise.all([takeBack(first, COMMAND_LINE), takeBack(second, COMMAND_LINE)]);
    expect(await fixture.memberRow(member.id)).toMatchObject({ status: 'active', banReason: null });
  });
});

describe('a limit', () => {
  test('that is lifted leaves another one that lasts', async () => {
    const [shorter, longer] = [Date.now() + 7 * DAY, Date.now() + 30 * DAY];
    const { member, reporter, number } = await aDecidedMember({ action: 'limit', until: longer });
    await fixture.report(reporter, member, { text: 'Again' });
    const second = (await fixture.casesOf(member.id)).find(({ status }) => status === 'open');
    await fixture.decide(second?.number ?? '', { action: 'limit', until: shorter });
    expect((await fixture.memberRow(member.id)).limitedUntil).toBe(longer);
    await restore(member, number);
    expect((await fixture.memberRow(member.id)).limitedUntil).toBe(shorter);
    await restore(member, second?.number ?? '');
    expect((await fixture.memberRow(member.id)).limitedUntil).toBeNull();
  });

  test('that is lifted leaves nothing of one whose span is over', async () => {
    const longer = Date.now() + 30 * DAY;
    const { member, reporter, number } = await aDecidedMember({ action: 'limit', until: longer });
    await fixture.report(reporter, member, { text: 'Again' });
    const second = (await fixture.casesOf(member.id)).find(({ status }) => status === 'open')?.number ?? '';
    await fixture.decide(second, { action: 'limit', until: Date.now() + DAY });
    // The scheduled handler has not ended it yet.
    await site.db
      .update(caseDecisions)
      .set({ until: Date.now() - 1 })
      .where(eq(caseDecisions.caseNumber, second));
    await restore(member, number);
    expect((await fixture.memberRow(member.id)).limitedUntil).toBeNull();
  });
});

describe('a decision that is taken back without an appeal', () => {
  test('loses its effect, also by the operator who has made it, and its member is told why', async () => {
    const { member, eva, number } = await aDecidedMember({ action: 'ban' });
    await site.worker.scheduled();
    const made = await takeBack(number, operator(eva));
    expect(made.status).toBe('decided');
    expect(await fixture.memberRow(member.id)).toMatchObject({ status: 'active', banReason: null });
    expect((await fixture.decisionsOf(number))[0]?.endedAt).not.toBeNull();
    expect(await fixture.activityOf(made.number)).toEqual([
      ['opened', eva.id],
      ['decided', eva.id],
    ]);
    await site.worker.scheduled();
    expect((await fixture.caseRow(made.number))?.status).toBe('closed');
    const [letter] = await fixture.mailsTo(member.email);
    const grouped = `${number.slice(0, 5)}-${number.slice(5)}`;
    expect(letter).toMatchObject({
      kind: 'appeal_outcome',
      subject: expect.stringContaining(`We have taken back our decision ${grouped}`),
    });
    expect(letter?.text).toContain('We took you for somebody else.');
    expect(letter?.text).toContain('/pages/decisions');
    for (const words of ['appealed', '/pages/terms']) expect(letter?.text).not.toContain(words);
    expect((await site.as(member).get('/api/decisions.php')).at('decisions')).toMatchObject([
      { number, action: 'ban', appeal: null, appeal_until: null, ended_at: expect.any(String) },
    ]);
    expect(await refusalOf(takeBack(number, operator(eva)))).toBe('not_possible');
  });

  test('by the command line brings back a text', async () => {
    const { member, number } = await aDecidedMember({ action: 'remove_text', text: 'personal' }, { personal: 'Write to me' });
    await takeBack(number, COMMAND_LINE);
    expect((await fixture.memberRow(member.id)).personal).toBe('Write to me');
  });

  test('twice at once is taken back once', async () => {
    const { member, eva, number } = await aDecidedMember({ action: 'pause' });
    const tries = await Promise.allSettled([
      takeBack(number, operator(eva)),
      takeBack(number, COMMAND_LINE),
      takeBack(number, operator(eva)),
    ]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await fixture.memberRow(member.id)).isPaused).toBe(false);
    expect((await fixture.casesOf(member.id)).filter(({ subjectKind }) => subjectKind === 'decision')).toHaveLength(1);
  });

  test('is refused when the account was erased', async () => {
    const { member, number } = await aDecidedMember({ action: 'ban' });
    await site.db.update(members).set({ status: 'deleted', deletedAt: 1 }).where(eq(members.id, member.id));
    await batch(site.db, eraseMember(site.db, member.id, Date.now()));
    expect(await refusalOf(takeBack(number, COMMAND_LINE))).toBe('not_possible');
  });

  test('is refused to whoever has a stake in it, before it is decided, and without a reason', async () => {
    const { member, reporter, eva, number } = await aDecidedMember();
    for (const one of [member, reporter]) expect(await refusalOf(takeBack(number, operator(one)))).toBe('not_found');
    expect(await refusalOf(takeBack('0000000000', COMMAND_LINE))).toBe('not_found');
    expect(await refusalOf(takeBack(number, operator(eva), ''))).toEqual({ facts: 'required' });
    expect(await refusalOf(takeBack(number, { kind: 'rule', rule: 'test' }))).toEqual({ action: 'not_allowed' });
    await fixture.report(reporter, member, { text: 'Again' });
    const open = (await fixture.casesOf(member.id)).find(({ status }) => status === 'open');
    expect(await refusalOf(takeBack(open?.number ?? '', COMMAND_LINE))).toBe('not_possible');
    const dismissed = await fixture.decide(open?.number ?? '', { action: 'dismiss', ground: null, facts: '' });
    expect(await refusalOf(takeBack(dismissed.number, COMMAND_LINE))).toBe('not_possible');
    expect((await fixture.decisionsOf(number))[0]?.endedAt).toBeNull();
    expect((await site.db.select().from(cases).where(eq(cases.memberId, member.id))).length).toBe(2);
  });

  test('is not taken back while an appeal against it is open, also if that comes meanwhile', async () => {
    const { member, eva, number } = await aDecidedMember({ action: 'pause' });
    const planned = await planRestoration(site.db, Date.now(), operator(eva), { number, facts: 'We were wrong.' });
    const body = { email: member.email, subject: 'decision', text: 'Please look again', reference: number };
    await site.as(member).post('/api/complaints.php', body);
    await expect(planned.apply()).rejects.toThrow();
    expect(await refusalOf(takeBack(number, operator(eva)))).toBe('not_possible');
    expect(await fixture.memberRow(member.id)).toMatchObject({ isPaused: true, pausedByCase: number });
  });
});
