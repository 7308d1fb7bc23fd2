import { beforeEach, describe, expect, test } from 'vitest';
import { attempts } from '#db/schema/index';
import { anImage, newEmail, newId } from '../../support/database/factories.ts';
import { casesFixture, operator } from './cases-fixture.ts';

const fixture = casesFixture();
const { site } = fixture;

const aNotice = (more: object = {}) => ({
  where: 'https://vonk.example/members/nobody',
  law: 'fraud',
  text: newId(),
  name: 'Mila',
  email: newEmail(),
  good_faith: true,
  ...more,
});
const give = (body: object, who = site.visitor) => who.post('/api/notice.php', body, { 'Accept-Language': 'nl' });

beforeEach(async () => {
  await site.db.delete(attempts);
});

describe('a notice of illegal content', () => {
  test('of a visitor opens the case of the member whose address it names, and its number is mailed', async () => {
    const bas = await fixture.person({ name: 'Bas' });
    const body = aNotice({ where: `https://vonk.example/members/${bas.id}?x=1`, law: 'intimate_images' });
    const answer = await give(body);
    expect(answer.status).toBe(201);
    const found = await fixture.theCaseOf(bas.id);
    expect(found).toMatchObject({ subjectKind: 'member', status: 'open', priority: 0 });
    const [source] = await fixture.sourcesOf(found.number);
    expect(source).toMatchObject({
      id: answer.at('number'),
      kind: 'notice',
      law: 'intimate_images',
      text: body.text,
      name: 'Mila',
      email: body.email,
    });
    expect(source?.evidence).toMatchObject({ name: 'Bas' });
    const [mail] = await fixture.mailsTo(body.email);
    expect(mail).toMatchObject({ kind: 'notice', memberId: null });
    expect(mail?.subject).toContain('We hebben je melding');
    expect(mail?.text).not.toContain(body.text);
    await fixture.decide(found.number);
    await site.worker.scheduled();
    const outcome = (await fixture.mailsTo(body.email)).find(({ kind }) => kind === 'outcome');
    expect(outcome?.text).toContain(`reference=${answer.at('number')}`);
  });

  test('about the file of a photo opens a case about the photo, one about anything else a case about nothing', async () => {
    const bas = await fixture.person();
    const photo = await anImage(site.db, bas.id);
    const [{ large } = { large: '' }] = await site.db.all<{ large: string }>(`select large from images where id = '${photo}'`);
    await give(aNotice({ where: `https://vonk.example/photos/${large}` }));
    expect(await fixture.theCaseOf(bas.id)).toMatchObject({ subjectKind: 'photo', subjectId: photo });
    const number = String((await give(aNotice())).at('number'));
    const [row] = await site.db.all<{ kind: string }>(
      `select subject_kind as kind from cases where number = (select case_number from case_sources where id = '${number}')`,
    );
    expect(row?.kind).toBe('none');
  });

  test('made twice, or ten times at once, is one with one mail', async () => {
    const body = aNotice();
    const answers = await Promise.all(Array.from({ length: 10 }, () => give(body)));
    expect(new Set(answers.map((answer) => answer.at('number'))).size).toBe(1);
    expect((await give(body)).at('number')).toBe(answers[0]?.at('number'));
    expect(await fixture.kindsTo(body.email)).toEqual(['notice']);
  });

  test('needs name and address, except about the abuse of children', async () => {
    const refused = await give(aNotice({ name: undefined, email: undefined }));
    expect([refused.status, refused.at('error.fields')]).toEqual([422, { name: 'required', email: 'required' }]);
    expect((await give(aNotice({ name: undefined, email: undefined, law: 'child_abuse' }))).status).toBe(201);
  });

  test.each([
    ['without good faith', { good_faith: false }, { good_faith: 'required' }],
    ['without an address of the content', { where: ' ' }, { where: 'required' }],
    ['of another law', { law: 'etiquette' }, { law: 'unknown' }],
    ['with a text that is too long', { text: 'x'.repeat(5001) }, { text: 'too_long' }],
  ])('%s is refused', async (_, more, fields) => {
    const refused = await give(aNotice(more));
    expect([refused.status, refused.at('error.fields')]).toEqual([422, fields]);
  });

  test('of a member is in their export', async () => {
    const noor = await fixture.person();
    const body = aNotice({ email: noor.email });
    const { body: answer } = await give(body, site.as(noor));
    expect((await site.as(noor).get('/api/export.php')).at('notices.0')).toMatchObject({
      number: (answer as { number: string }).number,
      text: body.text,
    });
  });
});

describe('an appeal', () => {
  /** The kinds of sources of the cases that a complaint has opened. */
  const kindOf = async (number: unknown) =>
    (await site.db.all<{ kind: string }>(`select kind from case_sources where complaint_number = '${String(number)}'`))[0]?.kind;
  const complain = (body: object, who = site.visitor) =>
    who.post('/api/complaints.php', { subject: 'decision', text: newId(), reference: '', ...body });

  test('is a complaint of somebody who was told of the decision, within six months, by number or by account', async () => {
    const [noor, bas, stranger] = await Promise.all([fixture.person(), fixture.person(), fixture.person()]);
    await fixture.report(noor, bas);
    const { number } = await fixture.theCaseOf(bas.id);
    await fixture.decide(number);
    expect(await kindOf((await complain({ email: newEmail(), reference: number })).at('number'))).toBe('complaint');
    expect(await kindOf((await complain({ email: stranger.email, reference: number }, site.as(stranger))).at('number'))).toBe('complaint');
    await site.db.run(`update case_decisions set created_at = created_at - 190 * 86400000 where case_number = '${number}'`);
    expect(await kindOf((await complain({ email: bas.email }, site.as(bas))).at('number'))).toBe('complaint');
    expect((await site.as(bas).get('/api/decisions.php')).at('decisions.0.appeal_until')).toBeNull();
    await site.db.run(`update case_decisions set created_at = created_at + 190 * 86400000 where case_number = '${number}'`);
    const grouped = `${number.slice(0, 5)}-${number.slice(5).toLowerCase()}`;
    expect(await kindOf((await complain({ email: noor.email, reference: `about ${grouped}` })).at('number'))).toBe('appeal');
    expect(await kindOf((await complain({ email: bas.email }, site.as(bas))).at('number'))).toBe('appeal');
    const open = (await fixture.casesOf(bas.id)).filter(({ subjectKind }) => subjectKind === 'decision');
    expect([open.length, (await fixture.sourcesOf(open[0]?.number ?? '')).length]).toEqual([1, 2]);
    // The appeal of the reporter does not show to the member, their own does.
    expect((await site.as(bas).get('/api/decisions.php')).at('decisions.0.appeal')).toBe('open');
  });

  test('that is decided leaves the one of somebody else, and is no appeal a second time', async () => {
    const [noor, bas] = await Promise.all([fixture.person(), fixture.person()]);
    await fixture.report(noor, bas);
    const { number } = await fixture.theCaseOf(bas.id);
    await fixture.decide(number);
    expect(await kindOf((await complain({ email: noor.email, reference: number })).at('number'))).toBe('appeal');
    const [appeal] = (await fixture.casesOf(bas.id)).filter(({ subjectKind }) => subjectKind === 'decision');
    await fixture.decide(appeal?.number ?? '', { action: 'dismiss', ground: null }, operator(await fixture.person()));
    expect((await site.as(bas).get('/api/decisions.php')).at('decisions.0.appeal_until')).not.toBeNull();
    expect(await kindOf((await complain({ email: noor.email, reference: number })).at('number'))).toBe('complaint');
    expect(await kindOf((await complain({ email: bas.email }, site.as(bas))).at('number'))).toBe('appeal');
  });

  test('can be made against a restriction that an appeal has led to, by the member whom it restricts', async () => {
    const [noor, bas] = await Promise.all([fixture.person(), fixture.person()]);
    await fixture.report(noor, bas);
    const { number } = await fixture.theCaseOf(bas.id);
    await fixture.decide(number, { action: 'dismiss', ground: null, facts: '' });
    expect(await kindOf((await complain({ email: noor.email, reference: number })).at('number'))).toBe('appeal');
    const appealOf = async () => (await fixture.casesOf(bas.id)).filter(({ subjectKind }) => subjectKind === 'decision');
    const [appeal] = await appealOf();
    await fixture.decide(appeal?.number ?? '', { action: 'pause' }, operator(await fixture.person()));
    expect((await site.as(bas).get('/api/decisions.php')).at('decisions.0.appeal_until')).not.toBeNull();
    expect(await kindOf((await complain({ email: noor.email, reference: appeal?.number })).at('number'))).toBe('complaint');
    expect(await kindOf((await complain({ email: bas.email, reference: appeal?.number })).at('number'))).toBe('appeal');
    const second = (await appealOf()).at(-1);
    await fixture.decide(second?.number ?? '', { action: 'restore', ground: null }, operator(await fixture.person()));
    expect((await fixture.memberRow(bas.id)).pausedByCase).toBeNull();
    expect((await site.as(bas).get('/api/decisions.php')).at('decisions.0.appeal')).toBe('lifted');
  });
});
