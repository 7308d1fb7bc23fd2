import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { batch } from '#db/client';
import { eraseMember } from '#db/queries/account/erasure';
import { recordActivity } from '#db/queries/cases/case-queue';
import { hasGivenUpLetters, sendLettersAgain } from '#db/queries/cases/letters';
import { claimDueMails, giveUpMail, MAIL_TRIES } from '#db/queries/shared/mail-queue';
import {
  caseActivity,
  caseDecisions,
  caseSources,
  cases,
  eventOutbox,
  fileRemovals,
  images,
  memberPrompts,
  members,
} from '#db/schema/index';
import { partyOf } from '../../../worker/domain/moderation/actor.ts';
import { REMOVED_KEPT_MS } from '../../../worker/domain/moderation/appeals.ts';
import { takeCaseOf } from '../../../worker/domain/moderation/assign-case.ts';
import type { DecisionInput } from '../../../worker/domain/moderation/decision-input.ts';
import { sendCaseLettersAgain } from '../../../worker/domain/moderation/send-letters-again.ts';
import { aMatch, anImage, newId } from '../../support/database/factories.ts';
import { casesFixture, operator, refusalOf } from './cases-fixture.ts';

const fixture = casesFixture();
const { site } = fixture;

/** A reported member with their case and their reporter. */
async function aReportedMember(traits: Parameters<typeof fixture.person>[0] = {}) {
  const [reporter, member] = await Promise.all([fixture.person(), fixture.person(traits)]);
  await fixture.report(reporter, member);
  return { reporter, member, number: (await fixture.theCaseOf(member.id)).number };
}

/** Appeals against the decision of a case and has another operator restore it. */
async function restore(member: { id: string; email: string; cookie: string }, number: string) {
  const body = { email: member.email, subject: 'decision', text: 'Please look again', reference: number };
  expect((await site.as(member).post('/api/complaints.php', body)).status).toBe(201);
  const appeal = (await fixture.casesOf(member.id)).find(({ subjectKind, status }) => subjectKind === 'decision' && status === 'open');
  const ida = await fixture.person();
  return fixture.decide(appeal?.number ?? '', { action: 'restore', ground: null }, operator(ida));
}

describe('a decision', () => {
  test('that limits keeps its member from first messages alone, for its span', async () => {
    const { member, number } = await aReportedMember({ credits: 10 });
    const [old, other] = await Promise.all([fixture.person(), fixture.person()]);
    const open = async (to: { id: string }) => ({ id: String((await site.as(member).get(`/api/chat.php?profile=${to.id}`)).at('id')) });
    const send = async (conversation: { id: string }) =>
      site.as(member).post('/api/chat.php', { conversation, message: { client_id: newId(), text: newId() } });
    const begun = await open(old);
    expect((await send(begun)).status).toBe(201);
    const until = Date.now() + 7 * DAY;
    await fixture.decide(number, { action: 'limit', until });
    const next = await open(other);
    const refused = await send(next);
    expect([refused.status, refused.at('error.code'), refused.at('error.details.ends_at')]).toEqual([
      403,
      'limited',
      new Date(until).toISOString(),
    ]);
    expect((await site.as(member).get(`/api/chat.php?conversation=${next.id}`)).at('can_send')).toEqual({ ok: false, code: 'limited' });
    expect((await send(begun)).status).toBe(201);
    await site.db
      .update(caseDecisions)
      .set({ until: Date.now() - 1 })
      .where(eq(caseDecisions.caseNumber, number));
    await site.db
      .update(members)
      .set({ limitedUntil: Date.now() - 1 })
      .where(eq(members.id, member.id));
    expect((await send(next)).status).toBe(201);
    await site.worker.scheduled();
    expect((await fixture.decisionsOf(number))[0]?.endedAt).not.toBeNull();
  });

  test('that pauses cannot be ended by the member, and ends with its span as the profile was before', async () => {
    const { member, number } = await aReportedMember();
    await fixture.decide(number, { action: 'pause', until: Date.now() + DAY });
    expect(await fixture.memberRow(member.id)).toMatchObject({ isPaused: true, pausedByCase: number });
    const refused = await site.as(member).put('/api/user.php', { paused: false });
    expect([refused.status, refused.at('error.fields')]).toEqual([422, { paused: 'not_allowed' }]);
    expect((await site.as(member).put('/api/user.php', { city: 'Gouda' })).status).toBe(200);
    expect((await site.as(member).get('/api/user.php')).at('user')).toMatchObject({ paused: true, paused_by_decision: true });
    await site.db
      .update(caseDecisions)
      .set({ until: Date.now() - 1 })
      .where(eq(caseDecisions.caseNumber, number));
    await site.worker.scheduled();
    expect(await fixture.memberRow(member.id)).toMatchObject({ isPaused: false, pausedByCase: null });
    expect((await fixture.activityOf(number)).at(-1)).toEqual(['span_ended', null]);
    expect((await site.as(member).put('/api/user.php', { paused: true })).status).toBe(200);
  });

  test('that removes a photo keeps its files unseen, and restores it', async () => {
    const { member, number } = await aReportedMember();
    const photo = await anImage(site.db, member.id);
    const [row] = await site.db.select().from(images).where(eq(images.id, photo));
    await fixture.decide(number, { action: 'remove_photo', photo });
    expect(await site.db.select().from(images).where(eq(images.id, photo))).toEqual([]);
    expect(await fixture.memberRow(member.id)).toMatchObject({ hasPhoto: false, mainImageId: null });
    const [file] = await site.db
      .select()
      .from(fileRemovals)
      .where(eq(fileRemovals.name, row?.thumb ?? ''));
    expect((file?.dueAt ?? 0) - Date.now()).toBeGreaterThan(REMOVED_KEPT_MS - DAY);
    await restore(member, number);
    expect(await site.db.select().from(images).where(eq(images.id, photo))).toMatchObject([{ thumb: row?.thumb, memberId: member.id }]);
    expect(await fixture.memberRow(member.id)).toMatchObject({ hasPhoto: true, mainImageId: photo });
    expect(
      await site.db
        .select()
        .from(fileRemovals)
        .where(eq(fileRemovals.name, row?.thumb ?? '')),
    ).toEqual([]);
  });

  test('that removes a text restores it, unless the member has written another one', async () => {
    const [one, other] = [await aReportedMember({ personal: 'Write to me' }), await aReportedMember({ personal: 'Write to me' })];
    for (const { member, number } of [one, other]) {
      await fixture.decide(number, { action: 'remove_text', text: 'personal' });
      expect((await fixture.memberRow(member.id)).personal).toBeNull();
    }
    await site.as(other.member).put('/api/user.php', { personal: 'Something new' });
    for (const { member, number } of [one, other]) await restore(member, number);
    expect((await fixture.memberRow(one.member.id)).personal).toBe('Write to me');
    expect((await fixture.memberRow(other.member.id)).personal).toBe('Something new');

    const third = await aReportedMember();
    await site.db.insert(memberPrompts).values({ memberId: third.member.id, promptId: 'ask_me', position: 0, answer: 'Money' });
    await fixture.decide(third.number, { action: 'remove_text', text: 'prompt:ask_me' });
    const prompts = () => site.db.select().from(memberPrompts).where(eq(memberPrompts.memberId, third.member.id));
    expect(await prompts()).toEqual([]);
    await restore(third.member, third.number);
    expect(await prompts()).toMatchObject([{ promptId: 'ask_me', answer: 'Money' }]);
  });

  test('that removes a reported message takes its text from both, and restores it', async () => {
    const [noor, bas] = await Promise.all([fixture.person({ locale: 'nl' }), fixture.person({ locale: 'en' })]);
    await aMatch(site.db, noor.id, bas.id);
    const conversation = { id: String((await site.as(bas).get(`/api/chat.php?profile=${noor.id}`)).at('id')) };
    const sendAs = (clientId: string, text: string) =>
      site.as(bas).post('/api/chat.php', { conversation, message: { client_id: clientId, text } });
    const send = async (text: string, clientId = newId()) => String((await sendAs(clientId, text)).at('message.id'));
    const clientId = newId();
    const [first, last] = [await send('Hello'), await send('Send me money', clientId)];
    await fixture.report(noor, bas, { messages: [last] });
    const { number } = await fixture.theCaseOf(bas.id);
    expect(await refusalOf(fixture.decide(number, { action: 'remove_text', text: `message:${first}` }))).toBe('not_possible');
    await fixture.decide(number, { action: 'remove_text', text: `message:${last}` });
    expect((await site.as(bas).get('/api/decisions.php')).at('decisions.0.removed')).toBe('message');
    const eventsFor = async ({ id }: { readonly id: string }) =>
      (await site.db.select().from(eventOutbox).where(eq(eventOutbox.memberId, id))).map(({ event }) => event);
    // The rooms of these members are not reached, so that their events stay.
    const changed = (text: string) => ({
      ...{ type: 'message.changed', conversation: conversation.id },
      message: { id: last, seq: 2, text },
    });
    expect(await eventsFor(noor)).toContainEqual(changed('Dit bericht is verwijderd.'));
    expect(await eventsFor(bas)).toContainEqual(changed('This message was removed.'));
    const textsOf = async (member: { cookie: string }) => [
      (await site.as(member).get(`/api/chat.php?conversation=${conversation.id}`)).at('messages.1.text'),
      (await site.as(member).get('/api/chats.php')).at('chats.0.conversation.last_message.text'),
    ];
    expect([await textsOf(noor), await textsOf(bas)]).toEqual([
      ['Dit bericht is verwijderd.', 'Dit bericht is verwijderd.'],
      ['This message was removed.', 'This message was removed.'],
    ]);
    // The same send made again is the same message, as it stands now.
    const repeated = await sendAs(clientId, 'Send me money');
    expect([repeated.status, repeated.at('message.id'), repeated.at('message.text')]).toEqual([200, last, 'This message was removed.']);
    const exported = async (member: { cookie: string }) => (await site.as(member).get('/api/export.php')).at('conversations.0.messages');
    for (const member of [noor, bas])
      expect(await exported(member)).toMatchObject([{ text: 'Hello' }, { seq: 2, text: '', is_removed: true }]);
    expect(Object.keys(((await exported(bas)) as object[])[0] ?? {})).not.toContain('is_removed');
    await fixture.report(noor, bas, { messages: [last], text: 'Again' });
    const again = (await fixture.casesOf(bas.id)).find(({ status }) => status === 'open');
    expect(await refusalOf(fixture.decide(again?.number ?? '', { action: 'remove_text', text: `message:${last}` }))).toBe('not_possible');
    await site.worker.scheduled();
    expect((await fixture.mailsTo(bas.email))[0]?.text).toContain('We have removed one of your messages.');
    await restore(bas, number);
    expect(await eventsFor(noor)).toContainEqual(changed('Send me money'));
    expect(await eventsFor(bas)).toContainEqual(changed('Send me money'));
    expect([await textsOf(noor), await textsOf(bas)]).toEqual([
      ['Send me money', 'Send me money'],
      ['Send me money', 'Send me money'],
    ]);
    expect((await sendAs(clientId, 'Another text')).at('error.code')).toBe('client_id_reused');
  });

  test('that restores a message to a member who has been erased tells its sender alone', async () => {
    const [noor, bas] = await Promise.all([fixture.person(), fixture.person()]);
    await aMatch(site.db, noor.id, bas.id);
    const conversation = { id: String((await site.as(bas).get(`/api/chat.php?profile=${noor.id}`)).at('id')) };
    const sent = await site.as(bas).post('/api/chat.php', { conversation, message: { client_id: newId(), text: 'Send me money' } });
    await fixture.report(noor, bas, { messages: [sent.at('message.id')] });
    const { number } = await fixture.theCaseOf(bas.id);
    await fixture.decide(number, { action: 'remove_text', text: `message:${sent.at('message.id')}` });
    await site.db.update(members).set({ status: 'deleted', deletedAt: 1 }).where(eq(members.id, noor.id));
    await batch(site.db, eraseMember(site.db, noor.id, Date.now()));
    // Those of the send were not delivered, as no room is reached.
    await site.db.delete(eventOutbox);
    await restore(bas, number);
    const told = (await site.db.select().from(eventOutbox)).filter(({ event }) => JSON.stringify(event).includes('Send me money'));
    expect(told.map(({ memberId }) => memberId)).toEqual([bas.id]);
  });

  test('that removes a name puts a word in its place, and restores it unless the member has taken another one', async () => {
    const [one, other] = [await aReportedMember({ name: 'Call 0900', locale: 'nl' }), await aReportedMember({ name: 'Call 0900' })];
    for (const { number } of [one, other]) await fixture.decide(number, { action: 'remove_text', text: 'name' });
    expect((await site.visitor.get(`/api/profile.php?id=${one.member.id}`)).at('profile.name')).toBe('Lid');
    expect((await fixture.decisionsOf(one.number))[0]).toMatchObject({ target: 'name', undo: { name: 'Call 0900' } });
    await site.worker.scheduled();
    expect((await fixture.mailsTo(one.member.email))[0]?.text).toContain('We hebben de naam van je profiel verwijderd.');
    await fixture.report(one.reporter, one.member, { text: 'Again' });
    const again = (await fixture.casesOf(one.member.id)).find(({ status }) => status === 'open');
    expect(await refusalOf(fixture.decide(again?.number ?? '', { action: 'remove_text', text: 'name' }))).toBe('not_possible');
    expect((await site.as(other.member).put('/api/user.php', { name: 'Bas' })).status).toBe(200);
    for (const { member, number } of [one, other]) await restore(member, number);
    expect([(await fixture.memberRow(one.member.id)).name, (await fixture.memberRow(other.member.id)).name]).toEqual(['Call 0900', 'Bas']);
  });

  test('that removes a name while its member changes it takes the name that is there, or the member’s new one stays', async () => {
    const { member, number } = await aReportedMember({ name: 'Call 0900', locale: 'en' });
    const renamed = site.as(member).put('/api/user.php', { name: 'Bas' });
    await Promise.all([renamed, fixture.decide(number, { action: 'remove_text', text: 'name' })]);
    const [decision] = await fixture.decisionsOf(number);
    const { name } = await fixture.memberRow(member.id);
    expect([
      ['Call 0900', 'Bas'],
      ['Bas', 'Member'],
    ]).toContainEqual([(decision?.undo as { name: string } | undefined)?.name, name]);
  });

  test.each<[string, Partial<DecisionInput>, unknown]>([
    ['without a ground', { ground: null }, { ground: 'required' }],
    ['with a code of the other list', { ground: { kind: 'law', code: 'scam' } }, { code: 'unknown' }],
    ['without facts', { facts: '' }, { facts: 'required' }],
    ['with facts that are too long', { facts: 'x'.repeat(1001) }, { facts: 'too_long' }],
    ['that limits without an end', { action: 'limit' }, { days: 'required' }],
    ['that limits until a time that is over', { action: 'limit', until: 1 }, { days: 'not_allowed' }],
    ['that bans for a span', { action: 'ban', until: Date.now() + DAY }, { days: 'not_allowed' }],
    ['that removes no photo', { action: 'remove_photo' }, { photo: 'required' }],
    ['that removes no text', { action: 'remove_text' }, { text: 'required' }],
    ['that restores where nothing was appealed against', { action: 'restore' }, { action: 'not_allowed' }],
    ['that is silent about a ban', { action: 'ban', hasLetters: false }, { action: 'not_allowed' }],
    ['about a photo of somebody else', { action: 'remove_photo', photo: 'x' }, 'not_possible'],
    ['about a text that is not there', { action: 'remove_text', text: 'personal' }, 'not_possible'],
    ['about a prompt that is not there', { action: 'remove_text', text: 'prompt:x' }, 'not_possible'],
  ])('%s is refused and changes nothing', async (_, decision, refusal) => {
    const { member, number } = await aReportedMember();
    const before = await fixture.memberRow(member.id);
    expect(await refusalOf(fixture.decide(number, decision))).toEqual(refusal);
    expect([await fixture.memberRow(member.id), await fixture.decisionsOf(number), (await fixture.caseRow(number))?.status]).toEqual([
      before,
      [],
      'open',
    ]);
  });

  test('by a rule says so, and a rule bans nobody', async () => {
    const { member, number } = await aReportedMember({ locale: 'en' });
    expect(await refusalOf(fixture.decide(number, { action: 'ban' }, { kind: 'rule', rule: 'test' }))).toEqual({ action: 'not_allowed' });
    await fixture.decide(number, {}, { kind: 'rule', rule: 'test' });
    expect((await site.as(member).get('/api/decisions.php')).at('decisions.0.is_automated')).toBe(true);
    await site.worker.scheduled();
    expect((await fixture.mailsTo(member.email))[0]?.text).toContain('made by automated means');
  });

  test.each([
    ['the name', 'name', 'name'],
    ['the text about the member', 'personal', 'personal'],
    ['an answer to a prompt', 'prompt:ask_me', 'prompt'],
    ['nothing', null, null],
  ] as const)('tells its member that it removed %s', async (_, text, removed) => {
    const { member, number } = await aReportedMember({ name: 'Call 0900', personal: 'Write to me' });
    await site.db.insert(memberPrompts).values({ memberId: member.id, promptId: 'ask_me', position: 0, answer: 'Money' });
    await fixture.decide(number, text === null ? {} : { action: 'remove_text', text });
    expect((await site.as(member).get('/api/decisions.php')).at('decisions.0.removed')).toBe(removed);
  });

  test('shows in the notifications of its member and to nobody else', async () => {
    const { member, reporter, number } = await aReportedMember();
    await fixture.decide(number);
    expect((await site.as(member).get('/api/notifications.php')).at('items.0')).toMatchObject({
      kind: 'account',
      event: 'decision',
      url: '/pages/decisions',
    });
    expect((await site.as(reporter).get('/api/decisions.php')).at('decisions')).toEqual([]);
    expect((await site.visitor.get('/api/decisions.php')).at('error.code')).toBe('signed_out');
  });
});

describe('letters', () => {
  test('that are given up keep the case open, and go out again to the new address', async () => {
    const { member, number } = await aReportedMember({ locale: 'en' });
    await fixture.decide(number);
    const command = { kind: 'command_line' } as const;
    expect(await refusalOf(sendCaseLettersAgain(site.db, Date.now(), command, number))).toBe('nothing_to_send');
    await site.worker.scheduled();
    // As if the mail server had refused the statement twenty times.
    await site.db.run(`update cases set status = 'decided', closed_at = null where number = '${number}'`);
    await site.db.run(`update case_letters set accepted_at = null where case_number = '${number}' and kind = 'statement'`);
    await site.db.run(`update mails set accepted_at = null, tries = 20, due_at = 9007199254740991, subject = 'Again', text = 'x', html = 'x'
      where id = (select mail_id from case_letters where case_number = '${number}' and kind = 'statement')`);
    await site.db.run(
      `delete from mailbox where id = (select mail_id from case_letters where case_number = '${number}' and kind = 'statement')`,
    );
    await site.worker.scheduled();
    expect((await fixture.caseRow(number))?.status).toBe('decided');
    const newAddress = `${newId()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')}@example.org`;
    await site.db.update(members).set({ email: newAddress }).where(eq(members.id, member.id));
    expect(await sendCaseLettersAgain(site.db, Date.now(), command, number)).toBe(1);
    await site.worker.scheduled();
    expect((await fixture.caseRow(number))?.status).toBe('closed');
    expect((await fixture.mailsTo(newAddress)).map(({ subject }) => subject)).toEqual(['Again']);
  });

  test('that are given up go out once when two send them again at once, and not while the last try is under way', async () => {
    const [eva, ida] = await Promise.all([fixture.person(), fixture.person()]);
    const { member, number } = await aReportedMember();
    await fixture.decide(number);
    await site.worker.scheduled();
    const mailOfStatement = `(select mail_id from case_letters where case_number = '${number}' and kind = 'statement')`;
    await site.db.run(`update cases set status = 'decided', closed_at = null where number = '${number}'`);
    await site.db.run(`update case_letters set accepted_at = null where case_number = '${number}' and kind = 'statement'`);
    await site.db.run(`delete from mailbox where id = ${mailOfStatement}`);
    // As if the mail server had refused the statement nineteen times.
    await site.db.run(
      `update mails set accepted_at = null, tries = 19, due_at = 1, subject = 'Again', text = 'x', html = 'x' where id = ${mailOfStatement}`,
    );
    const [claimed] = await claimDueMails(site.db, Date.now(), 1);
    expect(claimed?.tries).toBe(MAIL_TRIES);
    const sendAgain = (actor: Parameters<typeof sendCaseLettersAgain>[2]) => sendCaseLettersAgain(site.db, Date.now(), actor, number);
    expect(await refusalOf(sendAgain(operator(eva)))).toBe('nothing_to_send');
    await giveUpMail(site.db, claimed?.id ?? '');

    const outcomes = await Promise.allSettled([sendAgain(operator(eva)), sendAgain(operator(ida))]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await Promise.all([site.worker.scheduled(), site.worker.scheduled()]);
    expect((await fixture.mailsTo(member.email)).map(({ subject }) => subject)).toEqual(['Again']);
    expect((await fixture.activityOf(number)).filter(([act]) => act === 'letters_sent_again')).toHaveLength(1);
  });

  test('are sent again by nobody who gets a stake in the case after that was checked', async () => {
    const eva = await fixture.person();
    const { member, number } = await aReportedMember();
    await fixture.decide(number);
    await site.db.run(`update case_letters set mail_id = 'gone' where case_number = '${number}' and kind = 'statement'`);
    await site.db.insert(caseSources).values({ id: newId(), caseNumber: number, kind: 'report', memberId: eva.id, createdAt: 1 });
    const entry = { id: newId(), ...partyOf(operator(eva)), act: 'letters_sent_again', detail: '1', createdAt: 1 } as const;
    const rows = await batch(site.db, {
      activity: recordActivity(site.db, number, entry, hasGivenUpLetters(entry, number)),
      ...sendLettersAgain(site.db, number, entry.id, 1),
    });
    expect([rows.activity, rows.rewrittenLetters, rows.dueMails]).toEqual([[], [], []]);
    expect((await fixture.lettersOf(number)).find(({ memberId }) => memberId === member.id)?.mailId).toBe('gone');
  });

  test('of a silent dismissal are none, and the case is closed at once', async () => {
    const { reporter, number } = await aReportedMember();
    expect(await fixture.decide(number, { action: 'dismiss', ground: null, facts: '', hasLetters: false })).toMatchObject({
      status: 'closed',
    });
    await site.worker.scheduled();
    expect(await fixture.kindsTo(reporter.email)).toEqual([]);
  });

  test('of a silent dismissal are none, whatever the reply says', async () => {
    const { email } = await fixture.person();
    expect((await site.visitor.post('/api/complaints.php', { email, subject: 'other', text: 'It is slow' })).status).toBe(201);
    const [source] = await site.db.select().from(caseSources).where(eq(caseSources.email, email));
    await fixture.decide(source?.caseNumber ?? '', { action: 'dismiss', ground: null, facts: '', reply: 'We know.', hasLetters: false });
    await site.worker.scheduled();
    expect(await fixture.kindsTo(email)).toEqual(['complaint']);
  });
});

describe('an erasure', () => {
  test('of an operator leaves no trace of whom a case was given to', async () => {
    const [eva, ida] = await Promise.all([fixture.person(), fixture.person()]);
    const { number } = await aReportedMember();
    await takeCaseOf(site.db, Date.now(), operator(eva), number);
    await site.db.insert(caseActivity).values({
      ...{
        id: newId(),
        caseNumber: number,
        actorKind: 'operator',
        actorId: ida.id,
        act: 'assigned',
        detail: eva.id,
        createdAt: Date.now(),
      },
    });
    const all = async () => JSON.stringify(await site.db.select().from(caseActivity).where(eq(caseActivity.caseNumber, number)));
    expect((await all()).split(eva.id).length - 1).toBe(3);
    // An account that is not deleted keeps it.
    await batch(site.db, eraseMember(site.db, eva.id, Date.now()));
    expect((await all()).split(eva.id).length - 1).toBe(3);
    await site.db.update(members).set({ status: 'deleted', deletedAt: 1 }).where(eq(members.id, eva.id));
    await batch(site.db, eraseMember(site.db, eva.id, Date.now()));
    expect(await all()).not.toContain(eva.id);
    expect(await fixture.activityOf(number)).toEqual([
      ['assigned', null],
      ['assigned', ida.id],
    ]);
  });

  test('keeps the decision without the member, closes open cases and forgets what was reported', async () => {
    const { member, reporter, number } = await aReportedMember();
    await fixture.decide(number);
    await fixture.report(reporter, member, { text: 'Again' });
    await site.db.update(members).set({ status: 'deleted', deletedAt: 1 }).where(eq(members.id, member.id));
    await batch(site.db, eraseMember(site.db, member.id, Date.now()));
    expect(await fixture.casesOf(member.id)).toEqual([]);
    const rows = await site.db.select().from(cases).where(eq(cases.subjectKind, 'member'));
    expect(rows.filter((row) => row.subjectId === member.id)).toEqual([]);
    expect(await fixture.caseRow(number)).toMatchObject({ memberId: null, subjectId: null });
    expect(await fixture.sourcesOf(number)).toEqual([]);
    expect(await fixture.decisionsOf(number)).toMatchObject([{ action: 'warn', code: 'scam', undo: null }]);
    await site.worker.scheduled();
    expect((await fixture.caseRow(number))?.status).toBe('closed');
    expect(await fixture.kindsTo(reporter.email)).toEqual(['outcome']);
  });
});
