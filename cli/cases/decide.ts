import {
  CASE_ACTIONS,
  type CaseAction,
  DECISION_FACTS_MAX,
  DECISION_REPLY_MAX,
  type GroundCode,
  LAW_CODES,
  RULE_CODES,
} from '#contract/cases';
import { DAY } from '#contract/durations';
import { planRestoration, takeBackDecision } from '../../worker/domain/moderation/decide-by-hand.ts';
import { planDecision } from '../../worker/domain/moderation/decide-case.ts';
import type { DecisionInput, TextPart } from '../../worker/domain/moderation/decision-input.ts';
import { groupedNumber } from '../../worker/lib/reference-number.ts';
import { formatUtcMinute } from '../lib/terminal-text.ts';
import { typedText } from '../lib/typed-values.ts';
import { changingVerb, UsageError } from '../lib/verb.ts';
import { NUMBER, OPERATOR, refusable, typedActor, typedNumber } from './case-command.ts';

const MOST_DAYS = 365;
const MISSING_FACTS = 'A restoration needs --facts, which the member reads.';

function typedAction(typed: string): CaseAction {
  const action = CASE_ACTIONS.find((known) => known === typed.replaceAll('-', '_'));
  if (!action) throw new UsageError(`ACTION is one of ${CASE_ACTIONS.join(', ')}.`);
  return action;
}

/** One of the lists of grounds. Throws a usage error for both at once or for another word. */
function typedGround(rule: string | undefined, law: string | undefined): DecisionInput['ground'] {
  if (rule !== undefined && law !== undefined) throw new UsageError('A decision has one ground: --rule or --law.');
  const [kind, typed, codes] = rule === undefined ? (['law', law, LAW_CODES] as const) : (['rule', rule, RULE_CODES] as const);
  if (typed === undefined) return null;
  const code: GroundCode | undefined = [...codes].find((known) => known === typed);
  if (!code) throw new UsageError(`--${kind} is one of ${codes.join(', ')}.`);
  return { kind, code };
}

function typedDays(typed: string | undefined, now: number): number | null {
  if (typed === undefined) return null;
  if (!/^\d{1,3}$/.test(typed) || Number(typed) < 1 || Number(typed) > MOST_DAYS)
    throw new UsageError(`--days is a whole number from 1 to ${MOST_DAYS}.`);
  return now + Number(typed) * DAY;
}

function typedTextPart(typed: string | undefined): TextPart | null {
  if (typed === undefined) return null;
  if (typed === 'name' || typed === 'personal' || /^(prompt|message):.+$/.test(typed)) return typed as TextPart;
  throw new UsageError('--text is name, personal, prompt:ID or message:ID.');
}

/** Takes back the decision of a case without an appeal. */
export const restore = changingVerb({
  about: 'Takes back the decision of a case without an appeal. The member is told.',
  args: { NUMBER },
  options: {
    facts: { value: 'TEXT', about: `why, which the member reads; at most ${DECISION_FACTS_MAX} characters`, whenMissing: MISSING_FACTS },
    operator: OPERATOR,
  },
  run: async (db, { args, options }) => {
    const number = typedNumber(args.NUMBER);
    const facts = typedText(options.facts, '--facts', DECISION_FACTS_MAX);
    const actor = await typedActor(db, options.operator);
    await refusable(number, () => planRestoration(db, Date.now(), actor, { number, facts }));
    return {
      would: `The decision of case ${groupedNumber(number)} would be taken back.`,
      apply: async () => {
        const made = await refusable(number, () => takeBackDecision(db, Date.now(), actor, { number, facts }));
        return {
          text: `The decision of case ${groupedNumber(number)} is taken back, by case ${groupedNumber(made.number)}.`,
          json: { number, decision: made.decision, case: made.number },
        };
      },
    };
  },
});

/** Decides a case: its effect, its letters and its activity are one batch. */
export const decide = changingVerb({
  about: 'Decides a case. The member reads the reasons; those who reported hear the outcome.',
  args: { NUMBER, ACTION: { about: CASE_ACTIONS.join(', ') } },
  options: {
    rule: { value: 'CODE', about: `the rule that is broken: ${RULE_CODES.join(', ')}` },
    law: { value: 'CODE', about: `or the law: ${LAW_CODES.join(', ')}` },
    facts: { value: 'TEXT', about: `what was found, which the member reads; at most ${DECISION_FACTS_MAX} characters, naming nobody else` },
    reply: { value: 'TEXT', about: 'what those who reported or complained read' },
    days: { value: 'N', about: 'how long a limit or pause lasts' },
    photo: { value: 'ID', about: 'with remove_photo: the photo; not needed if the case is about one' },
    text: { value: 'PART', about: 'with remove_text: name, personal, prompt:ID, or message:ID of a reported message' },
    silent: { about: 'with dismiss: nobody is told' },
    blur: { about: 'with dismiss: the held photo that the case is about is shown blurred' },
    operator: OPERATOR,
  },
  run: async (db, { args, options }) => {
    const now = Date.now();
    const input: DecisionInput = {
      number: typedNumber(args.NUMBER),
      action: typedAction(args.ACTION),
      ground: typedGround(options.rule, options.law),
      facts: options.facts === undefined ? '' : typedText(options.facts, '--facts', DECISION_FACTS_MAX),
      reply: options.reply === undefined ? null : typedText(options.reply, '--reply', DECISION_REPLY_MAX),
      until: typedDays(options.days, now),
      photo: options.photo ?? null,
      text: typedTextPart(options.text),
      hasLetters: !options.silent,
      isBlurred: options.blur,
    };
    const { number, action, until } = input;
    const actor = await typedActor(db, options.operator);
    const planned = await refusable(number, () => planDecision(db, now, actor, input));
    const span = until === null ? '' : ` until ${formatUtcMinute(until)}`;
    return {
      would: `Case ${groupedNumber(number)} would be decided: ${action}${span}.`,
      apply: async () => {
        const { decision, status } = await planned.apply();
        const letters = status === 'closed' ? 'Nobody is told.' : 'Its letters go out within a minute.';
        return {
          text: `Case ${groupedNumber(number)} is decided: ${action}${span}. ${letters}`,
          json: { number, decision, action, status },
        };
      },
    };
  },
});
