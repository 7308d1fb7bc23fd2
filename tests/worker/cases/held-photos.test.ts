import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { batch } from '#db/client';
import { eraseMember } from '#db/queries/account/erasure';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { PHOTO_CHECK_TRIES } from '#db/queries/photos/photo-check';
import { caseActivity, cases, images, members, operatorActivity, removedPhotos } from '#db/schema/index';
import { acceptPhoto } from '../../../worker/domain/operating/photo-decisions.ts';
import { anImage, type TestMember } from '../../support/database/factories.ts';
import { aFile, aJpeg } from '../../support/files/image-files.ts';
import { startClassifierServer, verdict } from '../../support/servers/classifier-server.ts';
import { casesFixture, refusalOf } from './cases-fixture.ts';

const classifier = await startClassifierServer();
afterAll(() => classifier.stop());
const fixture = casesFixture({ PHOTO_CHECK_URL: `${classifier.url}/check`, PHOTO_CHECK_KEY: 'key' });
const { site } = fixture;
const PATH = '/api/profileimage.php';
const COMMAND_LINE = { kind: 'command_line' } as const;
const REMOVAL = { action: 'remove_photo', ground: { kind: 'rule', code: 'nudity' }, facts: 'The photo shows a nude person.' } as const;

const setCheck = (kind: 'none' | 'queue' | 'classifier') => saveSetting(site.db, 'photo_check', kind);
const upload = async (member: TestMember) => {
  const answer = await site.as(member).upload(PATH, [['file', aFile(aJpeg({ width: 320, height: 400 }))]]);
  expect(answer.status).toBe(201);
  return String(answer.at('image.id'));
};
const photoRow = async (id: string) => (await site.db.select().from(images).where(eq(images.id, id)))[0];
const casesOfPhoto = (id: string) =>
  site.db
    .select()
    .from(cases)
    .where(and(eq(cases.subjectKind, 'photo'), eq(cases.subjectId, id)))
    .orderBy(cases.createdAt);
const rulesOf = async (number: string) => (await fixture.sourcesOf(number)).map(({ kind, rule }) => [kind, rule]);
const actsOf = async (number: string) =>
  (await site.db.select().from(caseActivity).where(eq(caseActivity.caseNumber, number))).map(({ act, actorKind, rule }) => [
    act,
    actorKind,
    rule,
  ]);
/** Gives notice of a photo, whose case it joins or opens. */
const notice = async (id: string, email = 'paula@example.org') => {
  const file = (await photoRow(id))?.large ?? '';
  const body = { where: `${site.url}/photos/${file}`, law: 'privacy', text: 'That is me', name: 'Paula', email, good_faith: true };
  expect((await site.visitor.post('/api/notice.php', body)).status).toBe(201);
};

/** A member with a photo that waits for an operator, and its case. */
async function aHeldPhoto() {
  await setCheck('queue');
  const owner = await fixture.person();
  const id = await upload(owner);
  const { number } = await fixture.theCaseOf(owner.id);
  return { owner, id, number };
}

beforeEach(async () => {
  classifier.answer = verdict('pass');
  // All upload the same picture.
  await site.db.delete(removedPhotos);
});
afterEach(() => clearSetting(site.db, 'photo_check'));

describe('a photo that is held for an operator', () => {
  test('opens a case by a rule, in the batch that stores it, with the profile as evidence', async () => {
    const { owner, id, number } = await aHeldPhoto();
    expect(await fixture.theCaseOf(owner.id)).toMatchObject({ subjectKind: 'photo', subjectId: id, status: 'open', priority: 2 });
    expect(await rulesOf(number)).toEqual([['held_photo', 'photo_queue']]);
    expect((await fixture.sourcesOf(number))[0]?.evidence).toMatchObject({ photos: [id] });
    await Promise.all([site.worker.scheduled(), site.worker.scheduled()]);
    expect(await rulesOf(number)).toEqual([['held_photo', 'photo_queue']]);
  });

  test('opens none where nobody or a classifier lets it pass', async () => {
    const [noor, bas] = await Promise.all([fixture.person(), fixture.person()]);
    await upload(noor);
    await setCheck('classifier');
    await upload(bas);
    expect([await fixture.casesOf(noor.id), await fixture.casesOf(bas.id)]).toEqual([[], []]);
  });

  test('is shown by a dismissal, without a letter, as it is or blurred', async () => {
    const [plain, blurred] = [await aHeldPhoto(), await aHeldPhoto()];
    const dismissal = { action: 'dismiss', ground: null, facts: '' } as const;
    expect((await fixture.decide(plain.number, dismissal)).status).toBe('closed');
    await fixture.decide(blurred.number, { ...dismissal, isBlurred: true });
    expect(await photoRow(plain.id)).toMatchObject({ heldSince: null, acceptedBy: 'command_line', isNude: false });
    expect(await photoRow(blurred.id)).toMatchObject({ heldSince: null, isNude: true, isNudeByCheck: true });
    expect(await fixture.memberRow(plain.owner.id)).toMatchObject({ hasPhoto: true, mainImageId: plain.id });
    expect((await site.visitor.get(`/api/profile.php?id=${plain.owner.id}`)).at('profile.main_image.id')).toBe(plain.id);
    await site.worker.scheduled();
    expect(await fixture.kindsTo(plain.owner.email)).toEqual([]);
    expect(await casesOfPhoto(plain.id)).toHaveLength(1);
  });

  test('is removed by a decision, whose owner reads that nobody had told of it', async () => {
    const { owner, id, number } = await aHeldPhoto();
    await fixture.decide(number, REMOVAL);
    expect(await photoRow(id)).toBeUndefined();
    expect((await site.as(owner).get('/api/decisions.php')).at('decisions.0')).toMatchObject({
      action: 'remove_photo',
      prompted_by: 'own_initiative',
      is_automated: false,
    });
  });

  test('stays held after a warning, and gets another case', async () => {
    const { id, number } = await aHeldPhoto();
    await fixture.decide(number);
    expect((await photoRow(id))?.heldSince).not.toBeNull();
    await site.worker.scheduled();
    expect((await casesOfPhoto(id)).map(({ status }) => status)).toEqual(['closed', 'open']);
  });

  test('cannot be shown blurred by a case that is about something else', async () => {
    const [noor, bas] = await Promise.all([fixture.person(), fixture.person()]);
    await fixture.report(noor, bas);
    const { number } = await fixture.theCaseOf(bas.id);
    const dismissal = { action: 'dismiss', ground: null, facts: '' } as const;
    expect(await refusalOf(fixture.decide(number, { ...dismissal, isBlurred: true }))).toBe('not_possible');
    expect(await refusalOf(fixture.decide(number, { isBlurred: true }))).toEqual({ action: 'not_allowed' });
    await setCheck('queue');
    const id = await upload(bas);
    await fixture.decide(number, { ...dismissal, photo: id });
    expect((await photoRow(id))?.heldSince).not.toBeNull();
  });

  test('twice at once is two photos with one case each', async () => {
    await setCheck('queue');
    const owner = await fixture.person();
    const ids = await Promise.all([upload(owner), upload(owner)]);
    for (const id of ids) {
      const [found, ...more] = await casesOfPhoto(id);
      expect([more, await rulesOf(found?.number ?? '')]).toEqual([[], [['held_photo', 'photo_queue']]]);
    }
  });
});

describe('a photo of a classifier', () => {
  beforeEach(() => setCheck('classifier'));

  test('that it leaves to an operator opens a case at the upload', async () => {
    classifier.answer = verdict('queue');
    const owner = await fixture.person();
    await upload(owner);
    expect(await rulesOf((await fixture.theCaseOf(owner.id)).number)).toEqual([['held_photo', 'photo_check']]);
  });

  test('without a verdict opens none before it says so when it is asked again', async () => {
    classifier.answer = verdict('nothing');
    const owner = await fixture.person();
    const id = await upload(owner);
    await site.worker.scheduled();
    expect(await fixture.casesOf(owner.id)).toEqual([]);
    classifier.answer = verdict('queue');
    await site.db.update(images).set({ checkDueAt: 1 }).where(eq(images.id, id));
    await Promise.all([site.worker.scheduled(), site.worker.scheduled()]);
    expect(await rulesOf((await fixture.theCaseOf(owner.id)).number)).toEqual([['held_photo', 'photo_check']]);
  });

  test('that is asked in vain for the last time opens one', async () => {
    classifier.answer = verdict('nothing');
    const owner = await fixture.person();
    const id = await upload(owner);
    await site.db
      .update(images)
      .set({ checkDueAt: 1, checkTries: PHOTO_CHECK_TRIES - 1 })
      .where(eq(images.id, id));
    await site.worker.scheduled();
    expect(await rulesOf((await fixture.theCaseOf(owner.id)).number)).toEqual([['held_photo', 'photo_unchecked']]);
    await site.worker.scheduled();
    expect(await fixture.casesOf(owner.id)).toHaveLength(1);
  });

  test('waits for an operator with a case once the setting is another one, and a later verdict closes that', async () => {
    classifier.answer = verdict('nothing');
    const owner = await fixture.person();
    const id = await upload(owner);
    await setCheck('queue');
    await site.worker.scheduled();
    const { number } = await fixture.theCaseOf(owner.id);
    expect(await rulesOf(number)).toEqual([['held_photo', 'photo_unchecked']]);
    await setCheck('classifier');
    classifier.answer = verdict('pass');
    await site.db.update(images).set({ checkDueAt: 1 }).where(eq(images.id, id));
    await site.worker.scheduled();
    expect((await photoRow(id))?.heldSince).toBeNull();
    expect([(await fixture.caseRow(number))?.status, await actsOf(number)]).toEqual(['closed', [['closed', 'rule', 'photo_check']]]);
  });
});

test('a photo that was held before there were cases gets one from the sweep, once, while its account is there', async () => {
  const [noor, bas] = await Promise.all([fixture.person(), fixture.person()]);
  const ids = [await anImage(site.db, noor.id), await anImage(site.db, bas.id)] as const;
  for (const id of ids) await site.db.update(images).set({ heldSince: 1 }).where(eq(images.id, id));
  await site.db.update(members).set({ status: 'banned', statusBefore: 'active' }).where(eq(members.id, bas.id));
  await Promise.all([site.worker.scheduled(), site.worker.scheduled()]);
  expect(await rulesOf((await fixture.theCaseOf(noor.id)).number)).toEqual([['held_photo', 'photo_unchecked']]);
  expect(await fixture.casesOf(bas.id)).toEqual([]);
  await site.db.update(members).set({ status: 'active', statusBefore: null }).where(eq(members.id, bas.id));
  await site.worker.scheduled();
  expect(await fixture.casesOf(bas.id)).toHaveLength(1);
});

describe('the owner', () => {
  test('who deletes the photo closes its case, which cannot be decided any more', async () => {
    const { owner, id, number } = await aHeldPhoto();
    expect((await site.as(owner).delete(PATH, { image: { id } })).status).toBe(204);
    expect(await fixture.caseRow(number)).toMatchObject({ status: 'closed', closedAt: expect.any(Number) });
    expect(await actsOf(number)).toEqual([['closed', 'rule', 'photo_deleted']]);
    expect(await refusalOf(fixture.decide(number, REMOVAL))).toBe('not_open');
    expect(await fixture.decisionsOf(number)).toEqual([]);
  });

  test('who deletes it leaves a case open of which somebody else has told, where nothing is left to remove', async () => {
    const { owner, id, number } = await aHeldPhoto();
    await notice(id);
    expect((await fixture.sourcesOf(number)).map(({ kind }) => kind).toSorted()).toEqual(['held_photo', 'notice']);
    await site.as(owner).delete(PATH, { image: { id } });
    expect(await refusalOf(fixture.decide(number, REMOVAL))).toBe('not_possible');
    expect((await fixture.decide(number, { action: 'dismiss', ground: null, facts: '' })).status).toBe('decided');
  });

  test('cannot close the case of somebody else’s photo', async () => {
    const { id, number } = await aHeldPhoto();
    await site.db.update(images).set({ heldSince: null }).where(eq(images.id, id));
    const other = await fixture.person();
    expect((await site.as(other).delete(PATH, { image: { id } })).status).toBe(404);
    expect((await fixture.caseRow(number))?.status).toBe('open');
  });

  test.each(['dismiss', 'remove_photo'] as const)('who deletes it while it is decided: %s', async (action) => {
    for (let round = 0; round < 4; round += 1) {
      const { owner, id, number } = await aHeldPhoto();
      const decision = action === 'dismiss' ? ({ action, ground: null, facts: '' } as const) : REMOVAL;
      const [deleted, decided] = await Promise.allSettled([
        site.as(owner).delete(PATH, { image: { id } }),
        fixture.decide(number, decision).then(
          () => 'decided',
          () => 'refused',
        ),
      ]);
      expect([deleted.status, await photoRow(id)]).toEqual(['fulfilled', undefined]);
      const outcome = decided.status === 'fulfilled' ? decided.value : 'failed';
      expect((await fixture.decisionsOf(number)).length).toBe(outcome === 'decided' ? 1 : 0);
      expect((await fixture.caseRow(number))?.status).not.toBe('open');
      expect(await fixture.memberRow(owner.id)).toMatchObject({ hasPhoto: false, mainImageId: null });
    }
  });

  test('whose account is erased closes the case, also while it is decided', async () => {
    for (const isAtOnce of [false, true]) {
      const { owner, number } = await aHeldPhoto();
      await site.db.update(members).set({ status: 'deleted', deletedAt: 1 }).where(eq(members.id, owner.id));
      const erase = () => batch(site.db, eraseMember(site.db, owner.id, Date.now()));
      const decide = () => fixture.decide(number, { action: 'dismiss', ground: null, facts: '' });
      if (isAtOnce) await Promise.allSettled([erase(), decide()]);
      else {
        await erase();
        expect(await refusalOf(decide())).toBe('not_open');
      }
      expect(await fixture.caseRow(number)).toMatchObject({ status: 'closed', memberId: null, subjectId: null });
      expect(await fixture.sourcesOf(number)).toEqual([]);
    }
  });
});

describe('accepting a photo', () => {
  test('dismisses its case, also while another decides it: once', async () => {
    const { owner, id, number } = await aHeldPhoto();
    const photo = { id, memberId: owner.id };
    const accept = () => acceptPhoto(site.db, Date.now(), COMMAND_LINE, { photo, isBlurred: false });
    await Promise.allSettled([accept(), fixture.decide(number, { action: 'dismiss', ground: null, facts: '' }), accept()]);
    expect((await photoRow(id))?.heldSince).toBeNull();
    expect((await fixture.decisionsOf(number)).map(({ action }) => action)).toEqual(['dismiss']);
    expect((await fixture.caseRow(number))?.status).toBe('closed');
    expect(await accept()).toBe(false);
  });

  test('without a case shows it once, and the act is recorded once', async () => {
    await setCheck('classifier');
    classifier.answer = verdict('nothing');
    const owner = await fixture.person();
    const photo = { id: await upload(owner), memberId: owner.id };
    const accept = () => acceptPhoto(site.db, Date.now(), COMMAND_LINE, { photo, isBlurred: true });
    expect((await Promise.all([accept(), accept()])).toSorted()).toEqual([false, true]);
    expect(await site.db.select().from(operatorActivity).where(eq(operatorActivity.subject, photo.id))).toMatchObject([
      { actor: 'command_line', operatorId: null, act: 'photo_accepted', aboutId: owner.id, reason: null },
    ]);
    expect([(await photoRow(photo.id))?.isNudeByCheck, await fixture.casesOf(owner.id)]).toEqual([true, []]);
  });
});
