import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { CASE_ACTIONS } from '#contract/cases';
import { DAY, MINUTE } from '#contract/durations';
import { WAITING_CASES_MAX } from '#contract/operator/operated-cases';
import { caseActivity, cases, images, memberPrompts, members, operatorSessions, operators } from '#db/schema/index';
import { assignCase, takeCaseOf } from '../../../worker/domain/moderation/assign-case.ts';
import { decideCase } from '../../../worker/domain/moderation/decide-case.ts';
import { dismissalOf } from '../../../worker/domain/moderation/decision-input.ts';
import { lookAtCase } from '../../../worker/domain/moderation/look-at-case.ts';
import { planRemoveOperator } from '../../../worker/domain/operating/operators.ts';
import { withProof } from '../../../worker/domain/operating/record-act.ts';
import { aCase, aMatch, anImage, newId } from '../../support/database/factories.ts';
import { anOperator } from '../../support/database/operator-factories.ts';
import { refusalOf } from '../cases/cases-fixture.ts';
import { conflict, deskCasesFixture, NOT_FOUND, refusal } from './desk-cases-fixture.ts';

const fixture = deskCasesFixture();
const { site, desk, aReportedMember } = fixture;

const NAME = { part: 'name', text: 'Bas' };

/** An operator at the desk, as a step of a case gets them. */
type Proven = Parameters<typeof takeCaseOf>[2];

describe('from a report to a restored account', () => {
  test('report, queue, next, look, decision, letters, appeal to another operator, restored', async () => {
    const [eva, ida] = await Promise.all([
      anOperator(site.db, {}, { name: 'Eva' }),
      anOperator(site.db, { role: 'admin' }, { name: 'Ida' }),
    ]);
    const { reporter, member, number } = await aReportedMember(
      { name: 'Bas', personal: 'Write me elsewhere' },
      { reason: 'underage', text: 'He is 15' },
    );
    expect((await desk(eva).list()).at('cases.0')).toMatchObject({
      ...{ number, status: 'open', priority: 'danger', subject: 'member', member: { id: member.id, name: 'Bas' }, assignee: null },
      ...{ kinds: ['report'], sources: 1, letters_left: 0, closed_at: null },
    });

    expect((await desk(eva).next()).body).toEqual({ number });
    expect((await desk(eva).next()).body).toEqual({ number });
    expect((await desk(eva).list('list=mine')).at('cases.0.assignee')).toEqual({ id: eva.id, name: 'Eva' });
    expect((await desk(ida).list('list=mine')).at('cases')).toEqual([]);

    const seen = await desk(eva).read(number);
    expect(seen).toMatchObject({
      ...{ number, is_mine: true, decision: null, appealed: null, earlier: [], letters: [], photos: [] },
      member: {
        id: member.id,
        name: 'Bas',
        status: 'active',
        is_paused: false,
        texts: [NAME, { part: 'personal', text: 'Write me elsewhere' }],
      },
      actions: ['dismiss', 'remove_text', 'warn', 'limit', 'pause', 'ban'],
    });
    expect(seen.member?.age).toBeGreaterThan(17);
    expect(seen.sources).toMatchObject([
      {
        ...{ kind: 'report', reason: 'underage', text: 'He is 15', rule: null, where: null, number: null },
        from: { member: { id: reporter.id }, email: reporter.email },
        evidence: { name: 'Bas', personal: 'Write me elsewhere', prompts: [], photos: [], messages: [] },
      },
    ]);
    expect(seen.activity.map(({ act, by, assignee }) => [act, by.name, assignee?.name])).toEqual([
      ['assigned', 'Eva', 'Eva'],
      ['looked', 'Eva', undefined],
    ]);

    const decided = await desk(eva).decide(number, {
      ...{ action: 'ban', ground: { kind: 'rule', code: 'underage' }, facts: 'You are fifteen.', reply: 'Thank you.' },
    });
    expect([decided.status, decided.at('status')]).toEqual([200, 'decided']);
    expect(await fixture.memberRow(member.id)).toMatchObject({ status: 'banned', banReason: 'You are fifteen.' });
    const waiting = await desk(eva).read(number);
    expect(waiting).toMatchObject({ status: 'decided', actions: [], member: { status: 'banned', texts: [] } });
    expect(waiting.letters.map(({ kind, address, state }) => [kind, address, state]).toSorted()).toEqual([
      ['outcome', reporter.email, 'to_write'],
      ['statement', member.email, 'to_write'],
    ]);
    await site.worker.scheduled();
    expect((await desk(eva).list('list=closed')).at('cases.0')).toMatchObject({ number, status: 'closed', letters_left: 0 });
    expect((await fixture.mailsTo(reporter.email))[0]?.text).toContain('Thank you.');
    expect((await fixture.mailsTo(member.email))[0]?.text).toContain('You are fifteen.');

    // Whoever decided does not see the appeal; another operator does.
    const appeal = await fixture.appeal(member, number);
    expect(refusal(await desk(eva).look(appeal))).toEqual(NOT_FOUND);
    expect((await desk(eva).list()).body).not.toMatchObject({
      cases: expect.arrayContaining([expect.objectContaining({ number: appeal })]),
    });
    expect(refusal(await desk(ida).assign(appeal, eva.id))).toEqual(conflict('has_stake'));
    expect((await desk(ida).take(appeal)).status).toBe(204);
    const appealed = await desk(ida).read(appeal);
    expect(appealed).toMatchObject({
      ...{ subject: 'decision', kinds: ['appeal'], member: { id: member.id }, actions: ['dismiss', 'warn', 'ban', 'restore'] },
      appealed: { number, action: 'ban', ground: 'rule', code: 'underage', by: { kind: 'operator', name: 'Eva' }, ended_at: null },
      sources: [{ kind: 'appeal', text: 'That was my brother', from: { email: member.email }, evidence: null }],
    });
    const answer = await desk(ida).decide(appeal, { action: 'restore', ground: null, facts: 'It was your brother.' });
    expect(answer.status).toBe(200);
    expect(await fixture.memberRow(member.id)).toMatchObject({ status: 'active', banReason: null });
    expect((await desk(ida).read(number)).decision?.ended_at).not.toBeNull();
    await site.worker.scheduled();
    expect((await fixture.kindsTo(member.email)).includes('appeal_outcome')).toBe(true);
    expect((await desk(ida).read(appeal)).letters.map(({ kind, state }) => [kind, state])).toEqual([['appeal_outcome', 'accepted']]);
  });

  test('shows of a conversation the reported messages alone, as they were', async () => {
    const [noor, bas] = await Promise.all([fixture.person(), fixture.person({ name: 'Bas' })]);
    await aMatch(site.db, noor.id, bas.id);
    const conversation = { id: String((await site.as(bas).get(`/api/chat.php?profile=${noor.id}`)).at('id')) };
    const send = async (text: string) =>
      String((await site.as(bas).post('/api/chat.php', { conversation, message: { client_id: newId(), text } })).at('message.id'));
    await send('My mother is ill');
    const reported = await send('Send me money');
    await send('Thank you');
    await fixture.report(noor, bas, { messages: [reported] });
    const eva = await anOperator(site.db);
    const answer = await desk(eva).read((await fixture.theCaseOf(bas.id)).number);
    expect(answer.sources[0]?.evidence?.messages).toMatchObject([{ id: reported, is_of_member: true, text: 'Send me money', quote: null }]);
    expect(JSON.stringify(answer)).not.toMatch(/mother|Thank you/);
  });
});

describe('the lists', () => {
  test('go page by page, each case once', async () => {
    const eva = await anOperator(site.db);
    const numbers = await Promise.all(Array.from({ length: 53 }, async () => (await aReportedMember()).number));
    await Promise.all(numbers.map((number) => desk(eva).take(number)));
    const first = await desk(eva).list('list=mine');
    expect((first.at('cases') as unknown[]).length).toBe(50);
    const second = await desk(eva).list(`list=mine&after=${first.at('next')}`);
    expect(second.at('next')).toBeNull();
    const seen = [first, second].flatMap((page) => (page.at('cases') as { number: string }[]).map(({ number }) => number));
    expect(seen.toSorted()).toEqual(numbers.toSorted());
    const dismiss = { action: 'dismiss', ground: null, facts: '', has_letters: false };
    const decided = await Promise.all(numbers.map((number) => desk(eva).decide(number, dismiss)));
    expect(new Set(decided.map((answer) => answer.at('status')))).toEqual(new Set(['closed']));
    const closed = await desk(eva).list('list=closed');
    const rest = await desk(eva).list(`list=closed&after=${closed.at('next')}`);
    const listed = [closed, rest].flatMap((page) => (page.at('cases') as { number: string }[]).map(({ number }) => number));
    expect([new Set(listed).size, numbers.every((number) => listed.includes(number))]).toEqual([listed.length, true]);
    expect((await desk(eva).list('list=mine')).body).toEqual({ cases: [], next: null });
  });

  test.each([
    ['another list', 'list=all', { list: 'unknown' }],
    ['a cursor of the closed ones', 'after=1.0123456789', { after: 'unknown' }],
    ['a cursor of the queue', 'list=closed&after=1.1.0123456789', { after: 'unknown' }],
    ['a cursor without numbers', 'after=..0123456789', { after: 'unknown' }],
    ['a cursor of other words', "after=' or 1=1", { after: 'unknown' }],
  ])('refuse %s', async (_, query, fields) => {
    expect(refusal(await desk(await anOperator(site.db)).list(query))).toEqual([422, 'invalid', fields]);
  });
});

describe('the count of waiting cases', () => {
  const deleteCases = async () => void (await site.db.delete(cases));
  beforeEach(deleteCases);
  afterAll(deleteCases);

  test('is of open cases that nobody else has and that the operator may decide', async () => {
    const [eva, ida] = await Promise.all([anOperator(site.db), anOperator(site.db)]);
    const waiting = async () => [await desk(eva).waiting(), await desk(ida).waiting()];
    const [free, taken, decided] = await Promise.all([aReportedMember(), aReportedMember(), aReportedMember()]);
    expect(await waiting()).toEqual([3, 3]);
    await desk(eva).take(taken.number);
    expect(await waiting()).toEqual([3, 2]);
    await desk(eva).take(decided.number);
    await desk(eva).decide(decided.number);
    expect(await waiting()).toEqual([2, 1]);
    // Whom a case concerns does not decide it.
    await site.db.update(cases).set({ memberId: ida.id }).where(eq(cases.number, free.number));
    expect(await waiting()).toEqual([2, 0]);
    // An appeal does not wait for whoever has decided.
    await fixture.appeal(decided.member, decided.number);
    expect(await waiting()).toEqual([2, 1]);
  });

  test('ends at a hundred', async () => {
    const eva = await anOperator(site.db);
    const { member } = await aReportedMember();
    await Promise.all(Array.from({ length: WAITING_CASES_MAX + 1 }, async () => aCase(site.db, member.id)));
    expect(await desk(eva).waiting()).toBe(WAITING_CASES_MAX);
  });
});

describe('one moderator a case', () => {
  test('two operators who take one case at once: one gets it, and the other cannot decide it', async () => {
    const [eva, ida] = await Promise.all([anOperator(site.db), anOperator(site.db)]);
    const { number } = await aReportedMember();
    const answers = await Promise.all([desk(eva).take(number), desk(ida).take(number)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    const [winner, loser] = answers[0]?.status === 204 ? [eva, ida] : [ida, eva];
    expect(refusal(answers.find(({ status }) => status === 409) ?? answers[0])).toEqual(conflict('taken'));
    expect(refusal(await desk(loser).decide(number))).toEqual(conflict('taken'));
    expect(refusal(await desk(loser).release(number))).toEqual(conflict('not_free'));
    expect((await desk(loser).read(number)).actions).toEqual([]);
    expect((await desk(winner).read(number)).is_mine).toBe(true);
  });

  test('a case that nobody has is taken before it is decided', async () => {
    const eva = await anOperator(site.db);
    const { number } = await aReportedMember();
    expect(refusal(await desk(eva).decide(number))).toEqual(conflict('not_taken'));
    expect(await fixture.decisionsOf(number)).toEqual([]);
    await desk(eva).take(number);
    expect((await desk(eva).release(number)).status).toBe(204);
    expect(refusal(await desk(eva).release(number))).toEqual(conflict('not_free'));
    expect(refusal(await desk(eva).decide(number))).toEqual(conflict('not_taken'));
    await desk(eva).take(number);
    expect((await desk(eva).decide(number)).status).toBe(200);
    expect(refusal(await desk(eva).take(number))).toEqual(conflict('not_open'));
    expect(refusal(await desk(eva).decide(number))).toEqual(conflict('not_open'));
  });

  test('decided twice at once is decided once', async () => {
    const eva = await anOperator(site.db);
    const { member, number } = await aReportedMember();
    await desk(eva).take(number);
    const answers = await Promise.all([desk(eva).decide(number, { action: 'ban' }), desk(eva).decide(number), desk(eva).decide(number)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await fixture.decisionsOf(number)).length).toBe(1);
    const [decision] = await fixture.decisionsOf(number);
    expect((await fixture.memberRow(member.id)).status).toBe(decision?.action === 'ban' ? 'banned' : 'active');
  });

  test('an admin gives it to an operator, also while another decides', async () => {
    const [eva, ida, admin] = await Promise.all([
      anOperator(site.db),
      anOperator(site.db, {}, { name: 'Ida' }),
      anOperator(site.db, { role: 'admin' }),
    ]);
    const { number } = await aReportedMember();
    await desk(eva).take(number);
    expect(refusal(await desk(eva).assign(number, ida.id))).toEqual([403, 'admins_only', undefined]);
    expect((await desk(admin).assign(number, ida.id)).status).toBe(204);
    expect(refusal(await desk(eva).decide(number))).toEqual(conflict('taken'));
    expect((await desk(ida).read(number)).activity.map(({ act, assignee, by }) => [act, assignee?.id, by.kind])).toEqual([
      ['assigned', eva.id, 'operator'],
      ['assigned', ida.id, 'operator'],
      ['looked', undefined, 'operator'],
    ]);
    const race = await Promise.all([desk(ida).decide(number), desk(admin).assign(number, eva.id)]);
    const outcome = race.map(({ status }) => status);
    expect([
      [200, 409],
      [409, 204],
    ]).toContainEqual(outcome);
    expect((await fixture.decisionsOf(number)).length).toBe(outcome[0] === 200 ? 1 : 0);
  });

  test('is given to nobody who is no active operator', async () => {
    const [admin, banned, stranger] = await Promise.all([
      anOperator(site.db, { role: 'admin' }),
      anOperator(site.db, {}, { status: 'banned', statusBefore: 'active' }),
      fixture.person(),
    ]);
    const { number, reporter } = await aReportedMember();
    for (const { id } of [banned, stranger, { id: newId() }])
      expect(refusal(await desk(admin).assign(number, id))).toEqual([422, 'invalid', { operator: 'unknown' }]);
    expect(refusal(await desk(admin).assign(number, reporter.id))).toEqual(conflict('has_stake'));
    expect(refusal(await desk(admin).assign('0123456789', admin.id))).toEqual(NOT_FOUND);
    expect((await fixture.caseRow(number))?.assigneeId).toBeNull();
    const known = (await desk(admin).colleagues()).at('operators') as { id: string; is_self: boolean }[];
    expect(known.filter(({ is_self: isSelf }) => isSelf).map(({ id }) => id)).toEqual([admin.id]);
    expect(known.some(({ id }) => id === banned.id || id === stranger.id)).toBe(false);
  });

  test('is free again when its operator loses the desk', async () => {
    const [eva, ida] = await Promise.all([anOperator(site.db), anOperator(site.db)]);
    const { number } = await aReportedMember();
    await desk(eva).take(number);
    const plan = await planRemoveOperator(site.db, Date.now(), { kind: 'command_line' }, eva.id);
    await plan.apply();
    expect((await desk(ida).take(number)).status).toBe(204);
    expect((await fixture.activityOf(number)).map(([act]) => act)).toEqual(['assigned', 'released', 'assigned']);
  });
});

describe('an operator with a stake in a case', () => {
  test('as the reported member or as a reporter gets not_found everywhere, and nothing is written', async () => {
    const [bas, noor, admin] = await Promise.all([
      anOperator(site.db, { role: 'admin' }),
      anOperator(site.db, { role: 'admin' }),
      anOperator(site.db, { role: 'admin' }),
    ]);
    await fixture.report({ ...noor, cookie: noor.memberCookie }, bas);
    const { number } = await fixture.theCaseOf(bas.id);
    for (const one of [bas, noor]) {
      const calls = [
        desk(one).look(number),
        desk(one).take(number),
        desk(one).decide(number, { action: 'dismiss', ground: null }),
        desk(one).assign(number, admin.id),
        desk(one).release(number),
        desk(one).sendAgain(number),
        desk(one).lookAtPhoto(number, newId()),
      ];
      for (const answer of await Promise.all(calls)) expect(refusal(answer)).toEqual(NOT_FOUND);
      for (const list of ['queue', 'mine', 'closed'])
        expect(JSON.stringify((await desk(one).list(`list=${list}`)).body)).not.toContain(number);
    }
    expect(await fixture.activityOf(number)).toEqual([]);
    expect((await fixture.caseRow(number))?.assigneeId).toBeNull();
    expect((await desk(admin).look(number)).status).toBe(200);
  });

  test('who joins a case that they have taken decides it no more', async () => {
    const eva = await anOperator(site.db);
    const { member, number } = await aReportedMember();
    await desk(eva).take(number);
    await fixture.report({ ...eva, cookie: eva.memberCookie }, member);
    expect(refusal(await desk(eva).decide(number))).toEqual(NOT_FOUND);
    expect(await fixture.decisionsOf(number)).toEqual([]);
  });

  test('does not read the decision of it in another case about the same member', async () => {
    const [eva, ida] = await Promise.all([anOperator(site.db), anOperator(site.db)]);
    const bas = await fixture.person();
    await fixture.report({ ...eva, cookie: eva.memberCookie }, bas);
    const first = (await fixture.theCaseOf(bas.id)).number;
    await desk(ida).take(first);
    await desk(ida).decide(first);
    await fixture.report(await fixture.person(), bas);
    const second = (await fixture.casesOf(bas.id)).find(({ status }) => status === 'open')?.number ?? '';
    expect((await desk(ida).read(second)).earlier.map(({ number }) => number)).toEqual([first]);
    expect((await desk(eva).read(second)).earlier).toEqual([]);
  });
});

describe('a stolen session', () => {
  test.each(['pause', 'ban'])('whose passkey was used six minutes ago cannot %s, but may warn', async (action) => {
    const eva = await anOperator(site.db, { confirmedAgo: 6 * MINUTE });
    const { member, number } = await aReportedMember();
    await desk(eva).take(number);
    expect(refusal(await desk(eva).decide(number, { action }))).toEqual([403, 'confirm_needed', undefined]);
    expect([(await fixture.memberRow(member.id)).status, await fixture.decisionsOf(number)]).toEqual(['active', []]);
    expect((await desk(eva).decide(number)).status).toBe(200);
  });

  test('is refused to another kind of browser', async () => {
    const eva = await anOperator(site.db);
    const { number } = await aReportedMember();
    const answer = await site
      .as(eva)
      .get(`/api/operator/case.php?number=${number}`, { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' });
    expect(refusal(answer)).toEqual([403, 'signed_out', undefined]);
    expect(await fixture.activityOf(number)).toEqual([]);
  });

  test('is not used by another site', async () => {
    const eva = await anOperator(site.db);
    const { number } = await aReportedMember();
    const answer = await site.as(eva).get(`/api/operator/case.php?number=${number}`, { Origin: 'https://elsewhere.example' });
    expect(answer.at('error.code')).toBe('bad_origin');
    expect(await fixture.activityOf(number)).toEqual([]);
  });

  const acts = {
    look: (number: string, actor: Proven) => lookAtCase(site.db, Date.now(), actor, { number }),
    take: (number: string, actor: Proven) => takeCaseOf(site.db, Date.now(), actor, number),
    assign: (number: string, actor: Proven) => assignCase(site.db, Date.now(), actor, { number, operatorId: actor.memberId }),
    decide: (number: string, actor: Proven) => decideCase(site.db, Date.now(), actor, { ...dismissalOf(number), facts: 'x' }),
  };
  const ends: Record<string, (id: string) => Promise<unknown>> = {
    'has ended': async (id) => site.db.delete(operatorSessions).where(eq(operatorSessions.memberId, id)),
    'has another role': async (id) => site.db.update(operators).set({ role: 'moderator' }).where(eq(operators.memberId, id)),
    'is of a banned account': async (id) => site.db.update(members).set({ status: 'banned' }).where(eq(members.id, id)),
    'is not confirmed any more': async (id) =>
      site.db.update(operatorSessions).set({ confirmedAt: 1 }).where(eq(operatorSessions.memberId, id)),
  };
  test.each(Object.keys(acts).flatMap((act) => Object.keys(ends).map((end) => [act, end] as const)))(
    'cannot %s if it %s when the batch is written',
    async (act, end) => {
      const eva = await anOperator(site.db, { role: 'admin' });
      const { number } = await aReportedMember();
      if (act === 'decide') await desk(eva).take(number);
      const before = [await fixture.caseRow(number), await fixture.activityOf(number)];
      const [session] = await site.db.select().from(operatorSessions).where(eq(operatorSessions.memberId, eva.id));
      const proof = { sessionId: session?.id ?? '', roles: ['admin'] as const, confirmedAfter: Date.now() - 5 * MINUTE };
      await ends[end]?.(eva.id);
      const step = withProof<unknown>(() => acts[act as keyof typeof acts](number, { kind: 'operator', memberId: eva.id, proof }));
      expect(await refusalOf(step)).toEqual(act === 'assign' && end === 'is of a banned account' ? { operator: 'unknown' } : 'signed_out');
      expect([await fixture.caseRow(number), await fixture.activityOf(number)]).toEqual(before);
      expect(await fixture.decisionsOf(number)).toEqual([]);
    },
  );
});

describe('a decision', () => {
  test.each<[string, object, unknown]>([
    ['without an action', { action: undefined }, { action: 'required' }],
    ['with another action', { action: 'shout' }, { action: 'unknown' }],
    ['without a ground', { ground: null }, { ground: 'required' }],
    ['with half a ground', { ground: { kind: 'rule' } }, { 'ground.code': 'required' }],
    ['with a ground of neither list', { ground: { kind: 'rule', code: 'ugly' } }, { 'ground.code': 'unknown' }],
    ['with a code of the other list', { ground: { kind: 'law', code: 'scam' } }, { code: 'unknown' }],
    ['without facts', { facts: ' ' }, { facts: 'required' }],
    ['with long facts', { facts: 'x'.repeat(1001) }, { facts: 'too_long' }],
    ['with a long reply', { reply: 'x'.repeat(20_001) }, { reply: 'too_long' }],
    ['that limits without a span', { action: 'limit' }, { days: 'required' }],
    ['that limits for no day', { action: 'limit', days: 0 }, { days: 'not_allowed' }],
    ['that limits for half a day', { action: 'limit', days: 0.5 }, { days: 'wrong_type' }],
    ['that limits for more than a year', { action: 'limit', days: 366 }, { days: 'not_allowed' }],
    ['that bans for a span', { action: 'ban', days: 7 }, { days: 'not_allowed' }],
    ['that removes no photo', { action: 'remove_photo' }, { photo: 'required' }],
    ['that removes a photo by a wrong id', { action: 'remove_photo', photo: "' or 1=1" }, { photo: 'unknown' }],
    ['that removes no text', { action: 'remove_text' }, { text: 'required' }],
    ['that removes another part', { action: 'remove_text', text: 'city' }, { text: 'unknown' }],
    ['that restores where nothing was appealed against', { action: 'restore' }, { action: 'not_allowed' }],
    ['that is silent about a warning', { has_letters: false }, { action: 'not_allowed' }],
  ])('%s is refused and changes nothing', async (_, decision, fields) => {
    const eva = await anOperator(site.db);
    const { member, number } = await aReportedMember();
    await desk(eva).take(number);
    const before = await fixture.memberRow(member.id);
    expect(refusal(await desk(eva).decide(number, decision))).toEqual([422, 'invalid', fields]);
    expect([await fixture.memberRow(member.id), (await fixture.caseRow(number))?.status]).toEqual([before, 'open']);
  });

  test('about what is not there is refused', async () => {
    const eva = await anOperator(site.db);
    const { number } = await aReportedMember();
    await desk(eva).take(number);
    for (const decision of [
      { action: 'remove_text', text: 'personal' },
      { action: 'remove_text', text: 'prompt:ask_me' },
      { action: 'remove_photo', photo: newId() },
    ])
      expect(refusal(await desk(eva).decide(number, decision))).toEqual(conflict('not_possible'));
    expect(refusal(await desk(eva).decide('0123456789'))).toEqual(NOT_FOUND);
    expect(refusal(await desk(eva).decide('x'))).toEqual([422, 'invalid', { number: 'unknown' }]);
  });

  test('removes no text that the member has written since the operator has seen it', async () => {
    const eva = await anOperator(site.db);
    const { member, number } = await aReportedMember({ personal: 'Write me elsewhere' });
    await site.db.insert(memberPrompts).values({ memberId: member.id, promptId: 'ask_me', position: 0, answer: 'Money' });
    await desk(eva).take(number);
    const [name, personal, answer] = (await desk(eva).read(number)).member?.texts ?? [];
    expect([personal, answer]).toEqual([
      { part: 'personal', text: 'Write me elsewhere' },
      { part: 'prompt:ask_me', text: 'Money' },
    ]);
    await site.as(member).put('/api/user.php', { personal: 'I like cats', name: 'Kees' });
    await site.db.update(memberPrompts).set({ answer: 'Cats' }).where(eq(memberPrompts.memberId, member.id));
    for (const seen of [name, personal, answer]) {
      const decision = { action: 'remove_text', text: seen?.part, seen_text: seen?.text };
      expect(refusal(await desk(eva).decide(number, decision))).toEqual(conflict('not_possible'));
    }
    expect(await fixture.memberRow(member.id)).toMatchObject({ personal: 'I like cats', name: 'Kees' });
    expect((await desk(eva).decide(number, { action: 'remove_text', text: 'prompt:ask_me', seen_text: 'Cats' })).status).toBe(200);
    expect(await site.db.select().from(memberPrompts).where(eq(memberPrompts.memberId, member.id))).toEqual([]);
  });

  test('that dismisses the case of a held photo shows it, blurred if it says so', async () => {
    const eva = await anOperator(site.db);
    const bas = await fixture.person();
    const photo = await anImage(site.db, bas.id);
    await site.db.update(images).set({ heldSince: 1 }).where(eq(images.id, photo));
    await site.worker.scheduled();
    const { number } = await fixture.theCaseOf(bas.id);
    await desk(eva).take(number);
    const silent = { ground: null, facts: '', has_letters: false };
    expect((await desk(eva).decide(number, { action: 'dismiss', ...silent, is_blurred: true })).status).toBe(200);
    expect(await site.db.select().from(images).where(eq(images.id, photo))).toMatchObject([{ heldSince: null, isNudeByCheck: true }]);
  });

  test('that limits or pauses ends after its days', async () => {
    const eva = await anOperator(site.db);
    const { member, number } = await aReportedMember();
    await desk(eva).take(number);
    await desk(eva).decide(number, { action: 'limit', days: 7 });
    const { limitedUntil } = await fixture.memberRow(member.id);
    expect(Math.round(((limitedUntil ?? 0) - Date.now()) / DAY)).toBe(7);
    expect((await desk(eva).read(number)).decision?.until).toBe(new Date(limitedUntil ?? 0).toISOString());
  });

  test('whose letter the mail server refuses keeps its case open, until it is sent again', async () => {
    const eva = await anOperator(site.db);
    const { reporter, number } = await aReportedMember();
    await desk(eva).take(number);
    await desk(eva).decide(number);
    expect(refusal(await desk(eva).sendAgain(number))).toEqual(conflict('nothing_to_send'));
    await site.worker.scheduled();
    // As if the mail server had refused the outcome twenty times.
    const letter = `(select mail_id from case_letters where case_number = '${number}' and kind = 'outcome')`;
    await site.db.run(`update cases set status = 'decided', closed_at = null where number = '${number}'`);
    await site.db.run(`update case_letters set accepted_at = null where case_number = '${number}' and kind = 'outcome'`);
    await site.db.run(
      `update mails set accepted_at = null, tries = 20, due_at = 9007199254740991, subject = 'Again', text = 'x', html = 'x' where id = ${letter}`,
    );
    await site.db.run(`delete from mailbox where id = ${letter}`);
    const waiting = await desk(eva).read(number);
    expect([waiting.status, waiting.letters_left]).toEqual(['decided', 1]);
    expect(waiting.letters.map(({ kind, state }) => [kind, state]).toSorted()).toEqual([
      ['outcome', 'given_up'],
      ['statement', 'accepted'],
    ]);
    expect(JSON.stringify((await desk(eva).list('list=mine')).body)).toContain(number);
    expect((await desk(eva).sendAgain(number)).body).toEqual({ letters: 1 });
    expect(refusal(await desk(eva).sendAgain(number))).toEqual(conflict('nothing_to_send'));
    await site.worker.scheduled();
    expect((await fixture.caseRow(number))?.status).toBe('closed');
    expect((await fixture.mailsTo(reporter.email)).map(({ subject }) => subject)).toEqual(['Again']);
    const [again] = await site.db.select().from(caseActivity).where(eq(caseActivity.act, 'letters_sent_again'));
    expect(again).toMatchObject({ caseNumber: number, actorId: eva.id, detail: '1' });
  });
});

describe('taking back a decision', () => {
  test('is possible once while it lasts, also for whoever has made it, and tells the member', async () => {
    const eva = await anOperator(site.db);
    const { member, number } = await aReportedMember();
    const restore = (facts = 'It was your brother.') => site.as(eva).post('/api/operator/restoration.php', { number, facts });
    expect(refusal(await restore())).toEqual(conflict('not_possible'));
    await desk(eva).take(number);
    await desk(eva).decide(number, { action: 'ban' });
    expect((await desk(eva).read(number)).is_restorable).toBe(true);
    expect(refusal(await restore(' '))).toEqual([422, 'invalid', { facts: 'required' }]);
    const answers = await Promise.all([restore(), restore()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await fixture.memberRow(member.id)).toMatchObject({ status: 'active', banReason: null });
    const after = await desk(eva).read(number);
    expect([after.is_restorable, after.decision?.ended_at === null]).toEqual([false, false]);
    await site.worker.scheduled();
    expect((await fixture.mailsTo(member.email)).some(({ text }) => text.includes('It was your brother.'))).toBe(true);
    expect(refusal(await restore())).toEqual(conflict('not_possible'));
  });

  test('needs a passkey used within five minutes, and is left to an appeal that is open', async () => {
    const [eva, ida, old] = await Promise.all([
      anOperator(site.db),
      anOperator(site.db),
      anOperator(site.db, { confirmedAgo: 6 * MINUTE }),
    ]);
    const { member, number } = await aReportedMember();
    const body = { number, facts: 'It was your brother.' };
    await desk(eva).take(number);
    await desk(eva).decide(number, { action: 'ban' });
    await site.worker.scheduled();
    expect(refusal(await site.as(old).post('/api/operator/restoration.php', body))).toEqual([403, 'confirm_needed', undefined]);
    await fixture.appeal(member, number);
    expect((await desk(ida).read(number)).is_restorable).toBe(false);
    expect(refusal(await site.as(ida).post('/api/operator/restoration.php', body))).toEqual(conflict('not_possible'));
    expect((await fixture.memberRow(member.id)).status).toBe('banned');
  });

  test('of a case in which the operator has a stake is refused like that of an unknown one', async () => {
    const [bas, eva] = await Promise.all([anOperator(site.db), anOperator(site.db)]);
    await fixture.report(await fixture.person(), bas);
    const { number } = await fixture.theCaseOf(bas.id);
    await desk(eva).take(number);
    await desk(eva).decide(number, { action: 'limit', days: 7 });
    for (const one of [number, '0123456789'])
      expect(refusal(await site.as(bas).post('/api/operator/restoration.php', { number: one, facts: 'Please' }))).toEqual(NOT_FOUND);
    expect((await fixture.memberRow(bas.id)).limitedUntil).not.toBeNull();
  });
});

describe('the possible actions', () => {
  type Change = (id: string) => Promise<unknown>;
  const member = (change: object) => (id: string) => site.db.update(members).set(change).where(eq(members.id, id));
  const states: readonly (readonly [string, Change])[] = [
    ['active', async () => undefined],
    ['with a text', member({ personal: 'Write me' })],
    [
      'with an answer',
      async (id) => site.db.insert(memberPrompts).values({ memberId: id, promptId: 'ask_me', position: 0, answer: 'Money' }),
    ],
    ['paused by a case', member({ isPaused: true, pausedByCase: '0123456789' })],
    ['banned', member({ status: 'banned', statusBefore: 'active', banReason: 'scam' })],
    ['deleted', member({ status: 'deleted', statusBefore: 'active', deletedAt: 1 })],
  ];
  test.each(states)('of a member who is %s are those that can be decided', async (_, change) => {
    const eva = await anOperator(site.db);
    const reported = await Promise.all(CASE_ACTIONS.map(async () => aReportedMember()));
    for (const [i, action] of CASE_ACTIONS.entries()) {
      const { member, number } = reported[i] ?? (await aReportedMember());
      await change(member.id);
      await desk(eva).take(number);
      const { actions, member: seen } = await desk(eva).read(number);
      const more = {
        ...(action === 'limit' && { days: 1 }),
        ...(action === 'remove_text' && { text: seen?.texts.at(-1)?.part ?? 'personal' }),
        ...(action === 'remove_photo' && { photo: newId() }),
      };
      expect([action, (await desk(eva).decide(number, { action, ...more })).status === 200]).toEqual([action, actions.includes(action)]);
    }
  });
});

test('members and visitors get nothing of the desk, and change nothing', async () => {
  const { member, reporter, number } = await aReportedMember();
  for (const one of [member, reporter, { cookie: '' }]) {
    const calls = [desk(one).look(number), desk(one).take(number), desk(one).decide(number), desk(one).list(), desk(one).next()];
    const count = await site.as(one).get('/api/operator/waiting-cases.php');
    expect(refusal(count)).toEqual([403, 'signed_out', undefined]);
    for (const answer of await Promise.all(calls)) expect(refusal(answer)).toEqual([403, 'signed_out', undefined]);
  }
  expect([await fixture.activityOf(number), (await fixture.caseRow(number))?.assigneeId]).toEqual([[], null]);
});
