import { describe, expect, test } from 'vitest';
import type { CaseDetails } from '#contract/operator/operated-cases';
import { EVIDENCE_OF_PERSON_MAX } from '#db/queries/cases/open-case';
import { caseActivity, messages } from '#db/schema/index';
import { aConversation, aMatch, newId } from '../../support/database/factories.ts';
import { anOperator } from '../../support/database/operator-factories.ts';
import { deskCasesFixture, refusal } from './desk-cases-fixture.ts';

const fixture = deskCasesFixture();
const { site, desk } = fixture;

type Person = Awaited<ReturnType<typeof fixture.person>>;

/** Messages from one member to another, as if they had been sent; their ids in order. */
async function messagesTo(receiver: Person, sender: Person, texts: readonly string[]): Promise<string[]> {
  await aMatch(site.db, receiver.id, sender.id);
  const conversationId = await aConversation(site.db, receiver.id, sender.id);
  const rows = texts.map((text, i) => ({ id: newId(), conversationId, seq: i + 1, senderId: sender.id, text, createdAt: Date.now() + i }));
  await site.db.insert(messages).values(rows.map((row) => ({ ...row, clientId: newId() })));
  await site.db.$client.execute({
    sql: 'update participants set last_seq = ? where conversation_id = ?',
    args: [texts.length, conversationId],
  });
  return rows.map(({ id }) => id);
}

const kept = ({ sources }: Pick<CaseDetails, 'sources'>) =>
  sources.map(({ text, evidence, left_out: leftOut }) => [text, evidence?.messages.length ?? null, evidence?.repeated ?? null, leftOut]);

describe('the evidence of one person', () => {
  test('keeps a message once, also if it is reported again with others', async () => {
    const [eva, noor, bas] = await Promise.all([anOperator(site.db), fixture.person(), fixture.person()]);
    const [one, two, three] = await messagesTo(noor, bas, ['One', 'Two', 'Three']);
    await fixture.report(noor, bas, { text: 'First', messages: [one, two] });
    await fixture.report(noor, bas, { text: 'Second', messages: [one, two] });
    await fixture.report(noor, bas, { text: 'Third', messages: [two, three] });
    const details = await desk(eva).read((await fixture.theCaseOf(bas.id)).number);
    expect(kept(details)).toEqual([
      ['First', 2, 0, null],
      ['Second', 0, 2, null],
      ['Third', 1, 1, null],
    ]);
    expect(details.sources[2]?.evidence?.messages).toMatchObject([{ id: three, text: 'Three' }]);
  });

  test('is bounded in an open case; what others report is kept, all count, and nobody notices', async () => {
    const [eva, noor, mila, bas] = await Promise.all([anOperator(site.db), fixture.person(), fixture.person(), fixture.person()]);
    const long = Array.from({ length: 120 }, (_, i) => `${i} `.padEnd(5000, 'x'));
    const ids = await messagesTo(noor, bas, [...long, 'I know where you live']);
    const [grave] = await messagesTo(mila, bas, ['Send me money']);
    const answers: Awaited<ReturnType<typeof fixture.report>>[] = [];
    for (const [text, from, to] of [
      ['First', 0, 50],
      ['Second', 50, 100],
      ['Third', 100, 120],
      ['Last', 119, 121],
    ] as const)
      answers.push(await fixture.report(noor, bas, { text, messages: ids.slice(from, to) }));
    answers.push(await fixture.report(mila, bas, { text: 'Me, too', messages: [grave], reason: 'harassment' }));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [204, answers[0]?.body]));

    const { number, priority } = await fixture.theCaseOf(bas.id);
    expect(priority).toBe(0);
    const first = await desk(eva).read(number);
    const rest = await pagesAfter(eva, number, first);
    expect(kept({ sources: [...first.sources, ...rest] })).toEqual([
      ['First', 50, 0, null],
      // The report that passes the bound is kept whole.
      ['Second', 50, 0, null],
      ['Third', null, null, 20],
      ['Last', null, null, 2],
      ['Me, too', 1, 0, null],
    ]);
    expect(rest.at(-1)?.evidence).toMatchObject({ name: bas.name, messages: [{ id: grave, text: 'Send me money' }] });
    const stored = await fixture.sourcesOf(number);
    expect(stored.reduce((sum, { evidence }) => sum + JSON.stringify(evidence).length, 0)).toBeLessThan(2 * EVIDENCE_OF_PERSON_MAX);

    // Once it is decided, both hear the outcome, and what comes next is kept again.
    await fixture.decide(number);
    await site.worker.scheduled();
    expect([await fixture.kindsTo(noor.email), await fixture.kindsTo(mila.email)]).toEqual([['outcome'], ['outcome']]);
    await fixture.report(noor, bas, { text: 'Again', messages: ids.slice(119) });
    const next = (await fixture.casesOf(bas.id)).find(({ status }) => status === 'open');
    expect(kept(await desk(eva).read(next?.number ?? ''))).toEqual([['Again', 2, 0, null]]);
  });
});

/** The sources of a case behind its first page, page by page. */
async function pagesAfter(operator: { readonly cookie: string }, number: string, first: CaseDetails): Promise<CaseDetails['sources']> {
  const found: CaseDetails['sources'] = [];
  for (let next = first.sources_next; next !== null; ) {
    const page = await desk(operator).read(`${number}&sources_after=${next}`);
    found.push(...page.sources);
    next = page.sources_next;
  }
  return found;
}

describe('a case', () => {
  test('shows its sources page by page, 50 at most, each once, and writes each look down', async () => {
    const [eva, bas, ...reporters] = await Promise.all([
      anOperator(site.db),
      fixture.person(),
      ...Array.from({ length: 53 }, () => fixture.person()),
    ]);
    for (const reporter of reporters) await fixture.report(reporter, bas);
    const { number } = await fixture.theCaseOf(bas.id);
    const first = await desk(eva).read(number);
    const rest = await pagesAfter(eva, number, first);
    expect([first.sources.length, rest.length]).toEqual([50, 3]);
    const tellers = [...first.sources, ...rest].map(({ from }) => from.member?.id);
    expect(tellers).toEqual(reporters.map(({ id }) => id));
    expect(await fixture.activityOf(number)).toEqual([
      ['looked', eva.id],
      ['looked', eva.id],
    ]);
  });

  test('shows its activity page by page, the latest first, each look once', async () => {
    const [eva, bas, noor] = await Promise.all([anOperator(site.db), fixture.person(), fixture.person()]);
    await fixture.report(noor, bas);
    const { number } = await fixture.theCaseOf(bas.id);
    const looks = Array.from({ length: 250 }, (_, i) => ({
      ...({ id: newId(), caseNumber: number, actorKind: 'operator', actorId: eva.id, act: 'looked' } as const),
      // Several in one millisecond stay in the order in which they were written.
      createdAt: 1_000 + Math.floor(i / 3),
    }));
    await site.db.insert(caseActivity).values(looks);
    const seen: string[] = [];
    let page = await desk(eva).read(number);
    const own = page.activity.at(-1)?.id ?? '';
    for (;;) {
      expect(page.activity.length).toBeLessThanOrEqual(100);
      seen.unshift(...page.activity.map(({ id }) => id));
      if (page.activity_next === null) break;
      page = await desk(eva).read(`${number}&activity_before=${page.activity_next}`);
    }
    expect(seen).toEqual([...looks.map(({ id }) => id), own]);
  });

  test.each([
    ['of sources', 'sources_after=1', { sources_after: 'unknown' }],
    ['of sources with other words', "sources_after=' or 1=1", { sources_after: 'unknown' }],
    ['of activity', 'activity_before=1.abc', { activity_before: 'unknown' }],
  ])('is refused with a wrong cursor %s, and no look is written', async (_, query, fields) => {
    const [eva, { number }] = await Promise.all([anOperator(site.db), fixture.aReportedMember()]);
    expect(refusal(await desk(eva).look(`${number}&${query}`))).toEqual([422, 'invalid', fields]);
    expect(await fixture.activityOf(number)).toEqual([]);
  });
});
