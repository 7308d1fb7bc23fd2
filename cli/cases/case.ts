import type { Database } from '#db/client';
import { nextCaseFor } from '#db/queries/cases/case-queue';
import type { Actor } from '../../worker/domain/moderation/actor.ts';
import { assertAssignable, assertReleasable, assignCase, releaseCaseOf, takeNext } from '../../worker/domain/moderation/assign-case.ts';
import { listClosed, listQueue } from '../../worker/domain/moderation/list-cases.ts';
import { lookAtCase } from '../../worker/domain/moderation/look-at-case.ts';
import { assertLettersGivenUp, sendCaseLettersAgain } from '../../worker/domain/moderation/send-letters-again.ts';
import { groupedNumber } from '../../worker/lib/reference-number.ts';
import { countText } from '../lib/terminal-text.ts';
import { changingVerb, type Output, readingVerb, UsageError } from '../lib/verb.ts';
import { NUMBER, OPERATOR, refusable, typedActor, typedNumber, typedOperator } from './case-command.ts';
import { caseDetailsJson, caseJson, caseLine, caseText, letterJson, letterLine } from './case-text.ts';
import { decide, restore } from './decide.ts';

/** Cases on one page of a list. */
const PAGE_SIZE = 100;

/** The parts of a cursor as the list has printed it. Throws a usage error if it has another form. */
function typedCursor(typed: string | undefined, parts: number): readonly string[] | null {
  if (typed === undefined) return null;
  const found = typed.split('.');
  if (found.length !== parts || found.slice(0, -1).some((part) => !/^\d+$/.test(part)))
    throw new UsageError('--after is what the list has printed.');
  return found;
}

async function openList(db: Database, actor: Actor, typed: string | undefined, assigneeId?: string): Promise<Output> {
  const cursor = typedCursor(typed, 3);
  const after = cursor && { priority: Number(cursor[0]), createdAt: Number(cursor[1]), number: cursor[2] ?? '' };
  const { cases, next } = await listQueue(db, actor, { after, limit: PAGE_SIZE, ...(assigneeId !== undefined && { assigneeId }) });
  return pageOutput('No open cases.', cases, next && `${next.priority}.${next.createdAt}.${next.number}`);
}

async function closedList(db: Database, actor: Actor, typed: string | undefined): Promise<Output> {
  const cursor = typedCursor(typed, 2);
  const after = cursor && { closedAt: Number(cursor[0]), number: cursor[1] ?? '' };
  const { cases, next } = await listClosed(db, actor, { after, limit: PAGE_SIZE });
  return pageOutput('No closed cases.', cases, next && `${next.closedAt}.${next.number}`);
}

function pageOutput(none: string, cases: Awaited<ReturnType<typeof listQueue>>['cases'], next: string | null): Output {
  const lines = [...cases.map(caseLine), ...(next === null ? [] : [`More: --after ${next}`])];
  return { text: cases.length === 0 ? none : lines.join('\n'), json: { cases: cases.map(caseJson), next } };
}

const list = readingVerb({
  about: 'Lists open cases and decided ones with letters left: danger to persons first, then the oldest.',
  args: {},
  options: {
    closed: { about: 'those that are closed, the latest first' },
    mine: { about: 'with --operator: only those that they have taken' },
    after: { value: 'CURSOR', about: 'the page behind the one that printed it' },
    operator: { ...OPERATOR, about: 'as this operator sees it' },
  },
  run: async (db, { options }) => {
    const actor = await typedActor(db, options.operator);
    if (options.mine && actor.kind !== 'operator') throw new UsageError('--mine needs --operator EMAIL.');
    if (options.closed) return closedList(db, actor, options.after);
    return openList(db, actor, options.after, options.mine && actor.kind === 'operator' ? actor.memberId : undefined);
  },
});

const show = readingVerb({
  about: 'Prints a case with its evidence, decision, letters and activity. The look is written down.',
  args: { NUMBER },
  options: {
    operator: OPERATOR,
    'sources-after': { value: 'CURSOR', about: 'the sources behind the page that printed it' },
    'activity-before': { value: 'CURSOR', about: 'the activity before the page that printed it' },
  },
  run: async (db, { args, options }) => {
    const number = typedNumber(args.NUMBER);
    const actor = await typedActor(db, options.operator);
    const pages = { sourcesAfter: options['sources-after'], activityBefore: options['activity-before'] };
    const details = await refusable(number, () => lookAtCase(db, Date.now(), actor, { number, ...pages }));
    return { text: caseText(details), json: caseDetailsJson(details) };
  },
});

const next = changingVerb({
  about: 'Gives an operator the next case: the one that they have already, else the first that nobody has.',
  args: { EMAIL: { about: 'the e-mail address of the operator' } },
  options: {},
  run: async (db, { args }) => {
    const operator = await typedOperator(db, args.EMAIL);
    const [waiting] = await nextCaseFor(db, operator.memberId);
    return {
      would: waiting ? `${args.EMAIL} would get case ${groupedNumber(waiting.number)}.` : 'Nobody would get a case: none waits for them.',
      apply: async () => {
        const number = await refusable(waiting?.number ?? '', () => takeNext(db, Date.now(), operator));
        const text = number === null ? 'No case waits for them.' : `${args.EMAIL} has case ${groupedNumber(number)}`;
        return { text, json: { number } };
      },
    };
  },
});

const assign = changingVerb({
  about: 'Gives an open case to an operator, or with none takes it from the one who has it.',
  args: { NUMBER, EMAIL: { about: 'the e-mail address of the operator, or none' } },
  options: {},
  run: async (db, { args }) => {
    const number = typedNumber(args.NUMBER);
    const actor: Actor = { kind: 'command_line' };
    const isRelease = args.EMAIL === 'none';
    const operator = isRelease ? null : await typedOperator(db, args.EMAIL);
    await refusable(number, () =>
      operator ? assertAssignable(db, actor, { number, operatorId: operator.memberId }) : assertReleasable(db, actor, number),
    );
    const outcome = isRelease ? 'taken from its operator' : `given to ${args.EMAIL}`;
    return {
      would: `Case ${groupedNumber(number)} would be ${outcome}.`,
      apply: async () => {
        const now = Date.now();
        await refusable(number, () =>
          operator ? assignCase(db, now, actor, { number, operatorId: operator.memberId }) : releaseCaseOf(db, now, actor, number),
        );
        return { text: `Case ${groupedNumber(number)} is ${outcome}`, json: { number, assignee: operator?.memberId ?? null } };
      },
    };
  },
});

const letters = readingVerb({
  about: 'Prints the letters of a case and whether the mail server has accepted them. The look is written down.',
  args: { NUMBER },
  options: { operator: OPERATOR },
  run: async (db, { args, options }) => {
    const number = typedNumber(args.NUMBER);
    const actor = await typedActor(db, options.operator);
    const details = await refusable(number, () => lookAtCase(db, Date.now(), actor, { number, detail: 'letters' }));
    const lines = details.letters.map(letterLine);
    return { text: lines.length === 0 ? 'No letters.' : lines.join('\n'), json: details.letters.map(letterJson) };
  },
});

const sendAgain = changingVerb({
  about: 'Sends the letters of a case again that the mail server has refused for the last time.',
  args: { NUMBER },
  options: { operator: OPERATOR },
  run: async (db, { args, options }) => {
    const number = typedNumber(args.NUMBER);
    const actor = await typedActor(db, options.operator);
    await refusable(number, () => assertLettersGivenUp(db, actor, number));
    return {
      would: `Given-up letters of case ${groupedNumber(number)} would be sent again.`,
      apply: async () => {
        const count = await refusable(number, () => sendCaseLettersAgain(db, Date.now(), actor, number));
        return {
          text: `${countText(count, 'letter')} of case ${groupedNumber(number)} will go out within a minute`,
          json: { number, letters: count },
        };
      },
    };
  },
});

/** The verbs of `npm run site -- case`. */
export const CASE_VERBS = { list, show, next, assign, decide, restore, letters, 'send-again': sendAgain };
