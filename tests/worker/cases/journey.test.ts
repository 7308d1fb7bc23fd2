import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { cases, complaints } from '#db/schema/index';
import { assertReleasable, takeCaseOf, takeNext } from '../../../worker/domain/moderation/assign-case.ts';
import { listClosed, listQueue } from '../../../worker/domain/moderation/list-cases.ts';
import { lookAtCase } from '../../../worker/domain/moderation/look-at-case.ts';
import { aCase, aMatch, newId } from '../../support/database/factories.ts';
import { anOperator } from '../../support/database/operator-factories.ts';
import { casesFixture, operator, refusalOf } from './cases-fixture.ts';

const fixture = casesFixture();
const { site } = fixture;

describe('from a report to a restored account', () => {
  test('report, decision, letters, appeal to another operator, restored', async () => {
    const [noor, bas, eva, ida] = await Promise.all([
      fixture.person({ locale: 'nl' }),
      fixture.person({ locale: 'en', timezone: 'Europe/Amsterdam' }),
      fixture.person(),
      fixture.person(),
    ]);
    expect((await fixture.report(noor, bas, { text: 'He wants money' })).status).toBe(204);
    const { number, status, priority } = await fixture.theCaseOf(bas.id);
    expect([status, priority]).toEqual(['open', 1]);

    await takeCaseOf(site.db, Date.now(), operator(eva), number);
    const details = await lookAtCase(site.db, Date.now(), operator(eva), { number });
    expect(details.sources[0]?.report).toMatchObject({ reason: 'scam', text: 'He wants money' });
    const decided = await fixture.decide(number, { action: 'ban', reply: 'Thank you, Noor.' }, operator(eva));
    expect(decided.status).toBe('decided');
    expect(await fixture.memberRow(bas.id)).toMatchObject({ status: 'banned', banReason: 'You asked three people for money.' });

    await site.worker.scheduled();
    expect(await fixture.caseRow(number)).toMatchObject({ status: 'closed', assigneeId: eva.id });
    const [statement] = await fixture.mailsTo(bas.email);
    expect(statement).toMatchObject({ kind: 'statement' });
    expect(statement?.text).toContain('What we found: You asked three people for money.');
    expect(statement?.text).toContain('against our rules: a scam');
    expect(statement?.text).toContain('A person made this decision, without automated means.');
    expect(statement?.text).toContain(`/complaints?subject=decision&reference=${number}`);
    const [outcome] = await fixture.mailsTo(noor.email);
    expect(outcome?.subject).toContain('Wat er met je melding');
    expect(outcome?.text).toContain('Thank you, Noor.');
    expect(outcome?.text).not.toContain(bas.email);

    // The banned member reads the reasons and appeals.
    const read = await site.as(bas).get('/api/decisions.php');
    expect(read.at('decisions.0')).toMatchObject({
      number,
      action: 'ban',
      ground: 'rule',
      code: 'scam',
      prompted_by: 'report',
      appeal: null,
    });
    expect(Date.parse(String(read.at('decisions.0.appeal_until')))).toBeGreaterThan(Date.now() + 180 * 86_400_000);
    const appealed = await site
      .as(bas)
      .post('/api/complaints.php', { email: bas.email, subject: 'decision', text: 'That was my brother', reference: number });
    expect(appealed.status).toBe(201);
    expect((await site.as(bas).get('/api/decisions.php')).at('decisions.0')).toMatchObject({ appeal: 'open', appeal_until: null });
    const appeal = (await fixture.casesOf(bas.id)).find(({ subjectKind }) => subjectKind === 'decision');
    expect(appeal).toMatchObject({ status: 'open', memberId: bas.id, subjectId: decided.decision });

    // Neither the operator who decided nor the reporter can see it.
    for (const one of [eva, noor]) {
      expect(await refusalOf(lookAtCase(site.db, Date.now(), operator(one), { number: appeal?.number ?? '' }))).toBe('not_found');
      expect(await refusalOf(fixture.decide(appeal?.number ?? '', { action: 'restore', ground: null }, operator(one)))).toBe('not_found');
    }
    expect(await takeNext(site.db, Date.now(), operator(ida))).toBe(appeal?.number);
    await fixture.decide(appeal?.number ?? '', { action: 'restore', ground: null, facts: 'It was your brother.' }, operator(ida));
    expect(await fixture.memberRow(bas.id)).toMatchObject({ status: 'active', banReason: null });
    await site.worker.scheduled();
    const answer = (await fixture.mailsTo(bas.email)).find(({ kind }) => kind === 'appeal_outcome');
    expect(answer?.text).toContain('looked at it again and lifted it');
    expect(answer?.text).toContain('It was your brother.');
    expect((await site.as(bas).get('/api/decisions.php')).at('decisions.0')).toMatchObject({ appeal: 'lifted' });
    const status2 = await site.visitor.post('/api/complaints.php?status=1', { number: appealed.at('number'), email: bas.email });
    expect(status2.at('status')).toBe('answered');
    expect((await fixture.caseRow(appeal?.number ?? ''))?.status).toBe('closed');
  });

  test('a reporter who appeals does not read the facts of what is then done to the member', async () => {
    const [noor, bas, eva, ida] = await Promise.all([
      fixture.person({ locale: 'en' }),
      fixture.person({ locale: 'en' }),
      fixture.person(),
      fixture.person(),
    ]);
    await fixture.report(noor, bas);
    const { number } = await fixture.theCaseOf(bas.id);
    await fixture.decide(number, { action: 'dismiss', ground: null, facts: '' }, operator(eva));
    const body = { email: noor.email, subject: 'decision', text: 'Please look again', reference: number };
    const appealed = await site.as(noor).post('/api/complaints.php', body);
    const appeal = (await fixture.casesOf(bas.id)).find(({ subjectKind }) => subjectKind === 'decision');
    await fixture.decide(appeal?.number ?? '', {}, operator(ida));
    await site.worker.scheduled();
    const answer = (await fixture.mailsTo(noor.email)).find(({ kind }) => kind === 'appeal_outcome');
    expect(answer?.text).toContain('decided differently');
    expect(answer?.text).not.toContain('three people');
    const [complaint] = await site.db
      .select()
      .from(complaints)
      .where(eq(complaints.number, String(appealed.at('number'))));
    expect(complaint?.answer).toBe('');
    const statement = (await fixture.mailsTo(bas.email)).find(({ kind }) => kind === 'statement');
    expect(statement?.text).toContain('three people');
  });

  test('somebody who appeals twice before it is decided gets one answer', async () => {
    const [noor, bas, eva, ida] = await Promise.all([fixture.person(), fixture.person(), fixture.person(), fixture.person()]);
    await fixture.report(noor, bas);
    const { number } = await fixture.theCaseOf(bas.id);
    await fixture.decide(number, {}, operator(eva));
    for (const text of ['That was my brother', 'Please look again']) {
      const body = { email: bas.email, subject: 'decision', text, reference: number };
      expect((await site.as(bas).post('/api/complaints.php', body)).status).toBe(201);
    }
    const appeal = (await fixture.casesOf(bas.id)).find(({ subjectKind }) => subjectKind === 'decision');
    await fixture.decide(appeal?.number ?? '', { action: 'restore', ground: null, facts: 'It was your brother.' }, operator(ida));
    await site.worker.scheduled();
    await site.worker.scheduled();
    const kinds = await fixture.kindsTo(bas.email);
    expect(kinds.filter((kind) => kind === 'appeal_outcome' || kind === 'complaint_answer')).toEqual(['appeal_outcome']);
  });

  test('reports about one member join one case, whose priority is that of the worst; a decided case is not joined', async () => {
    const [noor, mila, bas] = await Promise.all([fixture.person(), fixture.person(), fixture.person()]);
    await Promise.all([fixture.report(noor, bas, { reason: 'spam' }), fixture.report(mila, bas, { reason: 'underage' })]);
    const { number, priority } = await fixture.theCaseOf(bas.id);
    expect([priority, (await fixture.sourcesOf(number)).length]).toEqual([0, 2]);
    await fixture.decide(number);
    await fixture.report(noor, bas, { text: 'Again' });
    expect((await fixture.casesOf(bas.id)).map(({ status }) => status).toSorted()).toEqual(['decided', 'open']);
    await site.worker.scheduled();
    expect([await fixture.kindsTo(noor.email), await fixture.kindsTo(mila.email)]).toEqual([['outcome'], ['outcome']]);
  });

  test('the same report sent twenty times at once is one source', async () => {
    const [noor, bas] = await Promise.all([fixture.person(), fixture.person()]);
    await Promise.all(Array.from({ length: 20 }, () => fixture.report(noor, bas, { text: 'Once' })));
    expect(await fixture.sourcesOf((await fixture.theCaseOf(bas.id)).number)).toHaveLength(1);
  });

  test('evidence is the profile and the messages as they were when they were reported', async () => {
    const [noor, bas] = await Promise.all([fixture.person(), fixture.person({ name: 'Bas', personal: 'Write me elsewhere' })]);
    await aMatch(site.db, noor.id, bas.id);
    const opened = await site.as(bas).get(`/api/chat.php?profile=${noor.id}`);
    const conversation = { id: String(opened.at('id')) };
    const sent = await site.as(bas).post('/api/chat.php', { conversation, message: { client_id: newId(), text: 'Send me money' } });
    expect(sent.status).toBe(201);
    await fixture.report(noor, bas, { messages: [sent.at('message.id')] });
    await site.as(bas).put('/api/user.php', { name: 'Saint', personal: '' });
    const [source] = await fixture.sourcesOf((await fixture.theCaseOf(bas.id)).number);
    expect(source?.evidence).toMatchObject({
      name: 'Bas',
      personal: 'Write me elsewhere',
      photos: [],
      messages: [{ text: 'Send me money', is_of_member: true, quote: null }],
    });
  });
});

test('a case could be given back by the operator who has it and by the command line, and by nobody else', async () => {
  const [eva, ida] = await Promise.all([anOperator(site.db), anOperator(site.db)]);
  const [reporter, member] = [await fixture.person(), await fixture.person()];
  await fixture.report(reporter, member);
  const { number } = await fixture.theCaseOf(member.id);
  const release = (actor: Parameters<typeof assertReleasable>[1]) => assertReleasable(site.db, actor, number);
  expect(await refusalOf(release(operator(eva)))).toBe('not_free');
  await takeCaseOf(site.db, Date.now(), operator(eva), number);
  await release(operator(eva));
  await release({ kind: 'command_line' });
  expect(await refusalOf(release(operator(ida)))).toBe('not_free');
});

describe('the queue', () => {
  test('has danger first, then the oldest, page by page; a decided case stays until its letters are accepted', async () => {
    const [noor, ...reported] = await Promise.all(Array.from({ length: 4 }, () => fixture.person()));
    if (!noor) throw new Error('there is a reporter');
    for (const [i, reason] of ['spam', 'scam', 'underage'].entries()) await fixture.report(noor, reported[i] ?? noor, { reason });
    const command = { kind: 'command_line' } as const;
    const numbers: string[] = [];
    for (let after: Parameters<typeof listQueue>[2]['after'] = null; ; ) {
      const page = await listQueue(site.db, command, { after, limit: 2 });
      numbers.push(...page.cases.map(({ case: row }) => row.memberId ?? ''));
      after = page.next;
      if (!after) break;
    }
    const mine = numbers.filter((id) => reported.some((one) => one.id === id));
    expect(mine).toEqual([reported[2]?.id, reported[1]?.id, reported[0]?.id]);
    expect(new Set(numbers).size).toBe(numbers.filter((id) => id !== '').length + (numbers.includes('') ? 1 : 0));
    expect((await listQueue(site.db, command, { after: null, limit: numbers.length })).next).toBeNull();
    const closed = [await aCase(site.db, noor.id), await aCase(site.db, noor.id)];
    await site.db.update(cases).set({ status: 'closed', closedAt: Date.now() }).where(inArray(cases.number, closed));
    const count = (await listClosed(site.db, command, { after: null, limit: 1000 })).cases.length;
    const nextOf = async (limit: number) => (await listClosed(site.db, command, { after: null, limit })).next;
    expect([await nextOf(count), await nextOf(count - 1)]).toEqual([null, expect.any(Object)]);

    const { number } = await fixture.theCaseOf(reported[0]?.id ?? '');
    await fixture.decide(number);
    const isListed = async () =>
      (await listQueue(site.db, command, { after: null, limit: 1000 })).cases.some(({ case: row }) => row.number === number);
    expect(await isListed()).toBe(true);
    await site.worker.scheduled();
    expect(await isListed()).toBe(false);
  });

  test('gives two operators two cases, and the same one again to whoever has it', async () => {
    const [noor, bas, kim, eva, ida] = await Promise.all(Array.from({ length: 5 }, () => fixture.person()));
    if (!noor || !bas || !kim || !eva || !ida) throw new Error('five members');
    await Promise.all([fixture.report(noor, bas, { reason: 'underage' }), fixture.report(noor, kim, { reason: 'underage' })]);
    const [one, other] = await Promise.all([takeNext(site.db, Date.now(), operator(eva)), takeNext(site.db, Date.now(), operator(ida))]);
    expect([one === null, other === null, one === other]).toEqual([false, false, false]);
    expect(await takeNext(site.db, Date.now(), operator(eva))).toBe(one);
    expect(await refusalOf(takeCaseOf(site.db, Date.now(), operator(ida), one ?? ''))).toBe('taken');
    expect(await refusalOf(fixture.decide(one ?? '', {}, operator(ida)))).toBe('taken');
    expect(await refusalOf(fixture.decide(one ?? ''))).toBe('taken');
    await fixture.decide(one ?? '', {}, operator(eva));
    expect(await refusalOf(fixture.decide(one ?? '', {}, operator(eva)))).toBe('not_open');
  });

  test('hides the case of an operator who is the reported member or has reported', async () => {
    const [noor, bas] = await Promise.all([fixture.person(), fixture.person()]);
    await fixture.report(noor, bas);
    const { number } = await fixture.theCaseOf(bas.id);
    for (const one of [bas, noor]) {
      const seen = await listQueue(site.db, operator(one), { after: null, limit: 1000 });
      expect(seen.cases.filter(({ case: row }) => row.number === number)).toEqual([]);
      expect(await refusalOf(lookAtCase(site.db, Date.now(), operator(one), { number }))).toBe('not_found');
      expect(await refusalOf(takeCaseOf(site.db, Date.now(), operator(one), number))).toBe('not_found');
      expect(await refusalOf(fixture.decide(number, {}, operator(one)))).toBe('not_found');
    }
    expect(await fixture.activityOf(number)).toEqual([]);
    const stranger = await fixture.person();
    await lookAtCase(site.db, Date.now(), operator(stranger), { number });
    expect(await fixture.activityOf(number)).toEqual([['looked', stranger.id]]);
  });

  test('decided twice at once by one operator is decided once', async () => {
    const [noor, bas, eva] = await Promise.all([fixture.person(), fixture.person(), fixture.person()]);
    await fixture.report(noor, bas);
    const { number } = await fixture.theCaseOf(bas.id);
    const tries = await Promise.allSettled([
      fixture.decide(number, { action: 'ban' }, operator(eva)),
      fixture.decide(number, {}, operator(eva)),
      fixture.decide(number, {}, operator(eva)),
    ]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await fixture.decisionsOf(number)).toHaveLength(1);
    const [decision] = await fixture.decisionsOf(number);
    expect((await fixture.memberRow(bas.id)).status).toBe(decision?.action === 'ban' ? 'banned' : 'active');
    expect((await fixture.lettersOf(number)).map(({ kind }) => kind).toSorted()).toEqual(['outcome', 'statement']);
  });
});
