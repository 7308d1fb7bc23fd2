import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations';
import { batch } from '#db/client';
import { caseSources, cases, images, members, operatorActivity, removedPhotos } from '#db/schema/index';
import { openCaseOfHeldPhoto } from '../../../worker/domain/moderation/held-photos.ts';
import { aMember, anImage, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';
import { siteCommandsInProcess, succeeded } from '../run-site-command.ts';

const { db, url } = await testDatabase();
const site = siteCommandsInProcess(() => url);

beforeEach(async () => {
  await db.delete(images);
  await db.delete(removedPhotos);
});

const at = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** A held photo of a new member. */
async function aHeldPhoto(columns: Partial<typeof images.$inferInsert> = {}, traits: Parameters<typeof aMember>[1] = {}) {
  const owner = await aMember(db, { name: 'Noor', ...traits });
  const id = await anImage(db, owner.id);
  const heldSince = Date.now() - HOUR;
  await db
    .update(images)
    .set({ heldSince, ...columns })
    .where(eq(images.id, id));
  await db.update(members).set({ mainImageId: null, hasPhoto: false }).where(eq(members.id, owner.id));
  const [row] = await db.select().from(images).where(eq(images.id, id));
  return { owner, id, heldSince: row?.heldSince ?? 0, file: row?.large ?? '' };
}
const photoOf = async (id: string) => (await db.select().from(images).where(eq(images.id, id)))[0];

describe('photo list', () => {
  test('prints held photos, the longest waiting first, without a name, an address or a member’s id', async () => {
    expect(await site('photo', 'list')).toEqual(succeeded('No held photos.'));
    const later = await aHeldPhoto();
    const earlier = await aHeldPhoto({ heldSince: Date.now() - DAY, checkDueAt: Date.now() + HOUR, checkTries: 3 });
    await aHeldPhoto({}, { status: 'banned' });
    await anImage(db, later.owner.id, 1);
    const lines = [
      `${earlier.id}  held since ${at(earlier.heldSince)}, waits for classifier, asked 3 times in vain  ${earlier.file}`,
      `${later.id}  held since ${at(later.heldSince)}, waits for operator  ${later.file}`,
    ];
    const listed = await site('photo', 'list');
    expect(listed).toEqual(succeeded(lines.join('\n')));
    const json = await site('photo', 'list', '--json');
    expect(JSON.parse(json.says)).toEqual([
      { id: earlier.id, file: earlier.file, held_since: new Date(earlier.heldSince).toISOString(), waits_for: 'classifier', tries: 3 },
      { id: later.id, file: later.file, held_since: new Date(later.heldSince).toISOString(), waits_for: 'operator', tries: 0 },
    ]);
    for (const { owner } of [later, earlier])
      for (const secret of [owner.id, owner.email, 'Noor']) expect(listed.says + json.says).not.toContain(secret);
  });
});

describe('photo accept', () => {
  test('shows a held photo, which becomes the main one, and changes nothing in a dry run', async () => {
    const { id, owner } = await aHeldPhoto({ checkDueAt: 5, checkTries: 2 });
    expect(await site('photo', 'accept', id, '--dry-run')).toEqual(succeeded(`Dry run, nothing has changed. Photo ${id} would be shown.`));
    expect((await photoOf(id))?.heldSince).not.toBe(null);
    expect(await site('photo', 'accept', id)).toEqual(succeeded(`Photo ${id} is shown.`));
    expect(await photoOf(id)).toMatchObject({ heldSince: null, checkDueAt: null, acceptedBy: 'command_line', isNude: false });
    expect(await db.select().from(members).where(eq(members.id, owner.id))).toMatchObject([{ mainImageId: id, hasPhoto: true }]);
    const again = await site('photo', 'accept', id);
    expect([again.ended, again.says]).toEqual(['exit code 1', `Photo ${id} is not held.`]);
  });

  test('blurs it on request', async () => {
    const { id } = await aHeldPhoto();
    const { says } = await site('photo', 'accept', id, '--blur', '--json');
    expect(JSON.parse(says)).toEqual({ id, is_blurred: true });
    expect(await photoOf(id)).toMatchObject({ isNude: true, isNudeByCheck: true });
  });

  test('keeps the main photo that there is', async () => {
    const { id, owner } = await aHeldPhoto();
    const main = await anImage(db, owner.id, 1);
    await site('photo', 'accept', id);
    expect(await db.select().from(members).where(eq(members.id, owner.id))).toMatchObject([{ mainImageId: main, hasPhoto: true }]);
  });
});

describe('the case of a held photo', () => {
  /** A held photo with its case. */
  async function aHeldPhotoWithCase() {
    const held = await aHeldPhoto();
    const photo = { id: held.id, memberId: held.owner.id };
    await batch(db, openCaseOfHeldPhoto(db, photo, 'photo_queue', Date.now()));
    const caseOf = async () => (await db.select().from(cases).where(eq(cases.subjectId, held.id)))[0];
    return { ...held, photo, caseOf, number: (await caseOf())?.number ?? '' };
  }
  const grouped = (number: string) => `${number.slice(0, 5)}-${number.slice(5)}`;

  test('is dismissed with the acceptance, and decided it accepts the photo', async () => {
    const [one, other] = [await aHeldPhotoWithCase(), await aHeldPhotoWithCase()];
    expect(await site('photo', 'accept', one.id)).toEqual(succeeded(`Photo ${one.id} is shown.`));
    expect((await one.caseOf())?.status).toBe('closed');
    expect((await site('case', 'show', one.number)).says).toContain('Decision: dismiss');
    expect((await site('case', 'decide', other.number, 'dismiss', '--blur')).ended).toBe('exit code 0');
    expect(await photoOf(other.id)).toMatchObject({ heldSince: null, isNudeByCheck: true });
    expect(await site('photo', 'list')).toEqual(succeeded('No held photos.'));
  });

  test('is decided by the removal, which the member can appeal against', async () => {
    const { id, number, caseOf } = await aHeldPhotoWithCase();
    const { says } = await site('photo', 'remove', id, '--reason', 'nudity', '--facts', 'It shows a nude person.');
    expect(says).toContain(`Photo ${id} is removed by case ${grouped(number)}. Number of the removal: `);
    expect([(await caseOf())?.status, (await db.select().from(cases).where(eq(cases.subjectId, id))).length]).toEqual(['decided', 1]);
  });

  test('that an operator has taken is not decided by the command line', async () => {
    const { id, number, caseOf } = await aHeldPhotoWithCase();
    const eva = await aMember(db);
    await db.update(cases).set({ assigneeId: eva.id }).where(eq(cases.number, number));
    for (const words of [
      ['accept', id],
      ['accept', id, '--dry-run'],
      ['remove', id, '--reason', 'other', '--facts', 'It is somebody else.'],
    ]) {
      const refused = await site('photo', ...words);
      expect([refused.ended, refused.says]).toEqual(['exit code 1', expect.stringContaining('is taken by an operator')]);
    }
    expect([(await photoOf(id))?.heldSince === null, (await caseOf())?.status]).toEqual([false, 'open']);
  });

  test('of which somebody else has told has to be decided itself', async () => {
    const { id, number } = await aHeldPhotoWithCase();
    await db.insert(caseSources).values({ id: newId(), caseNumber: number, kind: 'notice', text: 'That is me', createdAt: 1 });
    const refused = await site('photo', 'accept', id);
    expect(refused).toEqual({
      ended: 'exit code 1',
      says: `Others have told of photo ${id}. Decide its case: case decide ${grouped(number)} dismiss|remove_photo`,
    });
    expect((await photoOf(id))?.heldSince).not.toBe(null);
  });
});

const FACTS = ['--facts', 'It shows a fight.'];

describe('photo remove and forget', () => {
  test('remove a photo for a reason, with a number by which the removal is forgotten', async () => {
    const { id, owner } = await aHeldPhoto();
    expect(await site('photo', 'remove', id, '--reason', 'violence', ...FACTS, '--dry-run')).toEqual(
      succeeded(`Dry run, nothing has changed. Photo ${id} would be removed.`),
    );
    expect(await db.select().from(cases).where(eq(cases.memberId, owner.id))).toEqual([]);
    const { says } = await site('photo', 'remove', id, '--reason', 'violence', ...FACTS, '--json');
    const { number, case: caseNumber, ...rest } = JSON.parse(says) as { number: string; case: string };
    expect([rest, await photoOf(id)]).toEqual([{ id, reason: 'violence' }, undefined]);
    const shown = (await site('case', 'show', caseNumber)).says;
    for (const part of ['Decision: remove_photo, against rule other', 'It shows a fight.', 'command line  opened', 'Letter: statement'])
      expect(shown).toContain(part);
    const [row] = await db.select().from(removedPhotos);
    expect(row).toMatchObject({ number, reason: 'violence', removedBy: 'command_line' });
    expect(JSON.stringify(row)).not.toContain(owner.id);
    const again = await site('photo', 'remove', id, '--reason', 'violence', ...FACTS);
    expect([again.ended, again.says]).toEqual(['exit code 1', `There is no photo ${id}.`]);

    expect(await site('photo', 'forget', number, '--dry-run')).toEqual(
      succeeded(`Dry run, nothing has changed. Removal ${number} would be forgotten.`),
    );
    expect(await site('photo', 'forget', number.toLowerCase())).toEqual(succeeded(`Removal ${number} is forgotten.`));
    expect(await db.select().from(removedPhotos)).toEqual([]);
    const recorded = () => db.select().from(operatorActivity).where(eq(operatorActivity.subject, number));
    expect(await recorded()).toMatchObject([{ actor: 'command_line', operatorId: null, act: 'removal_forgotten', aboutId: null }]);
    const gone = await site('photo', 'forget', number);
    expect([gone.ended, gone.says]).toEqual(['exit code 1', `There is no removal ${number}.`]);
    expect(await recorded()).toHaveLength(1);
  });

  test.each<[string, string[], string, string]>([
    ['no reason', ['remove', 'ID', ...FACTS], 'exit code 2', 'A removal needs a --reason.'],
    ['no facts', ['remove', 'ID', '--reason', 'other'], 'exit code 2', 'A removal needs --facts, which the owner reads.'],
    ['facts that are too long', ['remove', 'ID', '--reason', 'other', '--facts', 'x'.repeat(1001)], 'exit code 2', '--facts has at most'],
    ['an unknown reason', ['remove', 'ID', '--reason', 'ugly', ...FACTS], 'exit code 2', '--reason is one of nudity,'],
    ['a photo that is not there', ['remove', newId(), '--reason', 'other', ...FACTS], 'exit code 1', 'There is no photo'],
    ['an acceptance of what is not there', ['accept', newId()], 'exit code 1', 'There is no photo'],
    ['no id', ['accept'], 'exit code 2', 'ID is missing.'],
    ['no number', ['forget'], 'exit code 2', 'NUMBER is missing.'],
    ['an option of another verb', ['accept', 'ID', '--reason', 'other'], 'exit code 2', 'Unknown option'],
    ['an unknown verb', ['ban', 'ID'], 'exit code 2', 'There is no verb ban.'],
  ])('refuse %s', async (_, words, code, message) => {
    const { id } = await aHeldPhoto();
    const answer = await site('photo', ...words.map((word) => (word === 'ID' ? id : word)));
    expect([answer.ended, answer.says.slice(0, message.length)]).toEqual([code, message]);
    expect((await photoOf(id))?.heldSince).not.toBe(null);
  });

  test('each have their help', async () => {
    for (const verb of ['list', 'accept', 'remove', 'forget'])
      expect((await site('photo', verb, '--help')).says).toContain(`photo ${verb}`);
  });
});
