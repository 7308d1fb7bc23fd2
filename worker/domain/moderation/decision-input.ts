import {
  type CaseAction,
  DECISION_FACTS_MAX,
  DECISION_REPLY_MAX,
  type Ground,
  type GroundCode,
  LAW_CODES,
  RESTRICTIONS,
  RULE_CODES,
} from '#contract/cases';
import { DAY } from '#contract/durations';
import type { FieldCode } from '#contract/errors';
import type { ListedCase } from '#db/queries/cases/case-queue';
import type { PhotoRemovalReason } from '#db/queries/photos/removed-photos';
import { refuseFields } from '../errors.ts';
import type { Actor } from './actor.ts';

/** The longest span of a limit or a pause. */
const LONGEST_SPAN_MS = 365 * DAY;
/** A text of a member: the name, the text about them, the answer to a prompt, or a message that was reported. */
export type TextPart = 'name' | 'personal' | `prompt:${string}` | `message:${string}`;

/** A decision as its moderator makes it. */
export interface DecisionInput {
  readonly number: string;
  readonly action: CaseAction;
  /** Why: a rule of the site or a law, with a code of its list. Required for whatever restricts the member. */
  readonly ground: { readonly kind: Ground; readonly code: GroundCode } | null;
  /** What was found, as the member reads it; it names nobody else. */
  readonly facts: string;
  /** What those who reported or complained read beside the outcome; null for nothing. */
  readonly reply: string | null;
  /** When a limit or pause ends (ms); null for none. */
  readonly until: number | null;
  /** The photo that is removed; null for the one that the case is about. */
  readonly photo: string | null;
  readonly text: TextPart | null;
  /** The text that is removed as its moderator has seen it; undefined or null if that does not matter. */
  readonly seenText?: string | null;
  /** False: nobody is told. Only a dismissal can be silent. */
  readonly hasLetters: boolean;
  /** What a removed photo is remembered for; by default what the ground says. */
  readonly removalReason?: PhotoRemovalReason;
  /** A dismissal shows the held photo that the case is about; true: blurred, as a nude photo is. */
  readonly isBlurred?: boolean;
}

/** What the rules of a decision depend on of its case: what it is about, whom it concerns, and the kinds of its sources as a JSON array. */
export interface CaseOfDecision {
  readonly case: Pick<ListedCase['case'], 'subjectKind' | 'subjectId' | 'memberId'>;
  readonly kinds: string;
}

const isRestriction = (action: CaseAction): boolean => RESTRICTIONS.some((restriction) => restriction === action);
const codesOf = (kind: Ground): readonly string[] => (kind === 'rule' ? RULE_CODES : LAW_CODES);

const groundFault = ({ ground, action }: DecisionInput): Record<string, FieldCode> => {
  if (ground === null) return isRestriction(action) ? { ground: 'required' } : {};
  return codesOf(ground.kind).includes(ground.code) ? {} : { code: 'unknown' };
};

function textFaults({ facts, reply, action, hasLetters }: DecisionInput, found: CaseOfDecision): Record<string, FieldCode> {
  const isAppeal = found.case.subjectKind === 'decision';
  const isReplyDue = hasLetters && found.kinds.includes('"complaint"') && (reply ?? '') === '';
  return {
    ...(facts === '' && (isRestriction(action) || isAppeal) && { facts: 'required' }),
    ...(facts.length > DECISION_FACTS_MAX && { facts: 'too_long' }),
    ...(isReplyDue && { reply: 'required' }),
    ...((reply ?? '').length > DECISION_REPLY_MAX && { reply: 'too_long' }),
  };
}

function spanFault({ action, until }: DecisionInput, now: number): Record<string, FieldCode> {
  if (until === null) return action === 'limit' ? { days: 'required' } : {};
  const isAllowed = (action === 'limit' || action === 'pause') && until > now && until <= now + LONGEST_SPAN_MS;
  return isAllowed ? {} : { days: 'not_allowed' };
}

/** Whether an action fits a case: it restricts somebody only if there is a member, and restores only what is appealed against. */
export const fitsCase = (action: CaseAction, { subjectKind, memberId }: CaseOfDecision['case']): boolean =>
  (!isRestriction(action) || memberId !== null) && (action !== 'restore' || subjectKind === 'decision');

function actionFaults(input: DecisionInput, found: CaseOfDecision, actor: Actor): Record<string, FieldCode> {
  const { action, photo, text, hasLetters, isBlurred = false } = input;
  const { subjectKind } = found.case;
  const isAllowed =
    fitsCase(action, found.case) &&
    (action === 'dismiss' || (hasLetters && !isBlurred)) &&
    // A rule restricts what a person can look at afterwards; it closes no account.
    !(actor.kind === 'rule' && (action === 'ban' || action === 'pause' || action === 'restore'));
  return {
    ...(!isAllowed && { action: 'not_allowed' }),
    ...(action === 'remove_photo' && photo === null && subjectKind !== 'photo' && { photo: 'required' }),
    ...(action === 'remove_text' && text === null && { text: 'required' }),
  };
}

/** Refuses with 422 and a code for each field of a decision that does not fit its case; the field of a span is `days`, as it is typed. */
export function enforceDecisionRules(input: DecisionInput, found: CaseOfDecision, actor: Actor, now: number): void {
  const fields = {
    ...groundFault(input),
    ...textFaults(input, found),
    ...spanFault(input, now),
    ...actionFaults(input, found, actor),
  };
  if (Object.keys(fields).length > 0) refuseFields(fields);
}

/** A dismissal of a case that says nothing, to which another decision adds what it says and does. */
export const dismissalOf = (number: string): DecisionInput => ({
  number,
  action: 'dismiss',
  ground: null,
  facts: '',
  reply: null,
  until: null,
  photo: null,
  text: null,
  hasLetters: true,
});
