import { RESTRICTIONS } from '#contract/cases';
import { batch, type Database, type Statement, violatedConstraint } from '#db/client';
import type { MemberRow } from '#db/queries/account/members';
import { appealedDecisionOf, type CaseDecisionRow, caseByNumber, recordActivity } from '#db/queries/cases/case-queue';
import {
  always,
  type Condition,
  closeSources,
  type DecisionInsert,
  imageOfCase,
  insertDecision,
  insertRestoreLetter,
  insertSourceLetters,
  insertStatement,
  messageOfCase,
  otherLastingDecisions,
  promptOfCase,
  settleDecidedCase,
} from '#db/queries/cases/decisions';
import { insertAccountNotification, insertAccountPush } from '#db/queries/notifications/notification-list';
import type { ImageRow } from '#db/queries/profile/profile';
import { randomId } from '../../lib/crypto.ts';
import { accountNotification, accountPush } from '../account-notifications.ts';
import { refuse } from '../errors.ts';
import { type Actor, partyOf } from './actor.ts';
import { refuseCase } from './case-refusal.ts';
import { type EffectFacts, type Effects, effectsOf } from './decision-effects.ts';
import { type CaseOfDecision, type DecisionInput, enforceDecisionRules } from './decision-input.ts';

/** How many attempts a decision gets while what it depends on changes between reading and writing. */
const MAX_ATTEMPTS = 3;

/**
 * A decision as it was written: the number of its case, its id, the status of the case, which is `closed` if there are no letters, and the number
 * under which a photo that it has removed is remembered; null for none.
 */
export interface MadeDecision {
  readonly number: string;
  readonly decision: string;
  readonly status: 'decided' | 'closed';
  readonly removal: string | null;
}

/** A decision that was checked and can be made. */
export interface PlannedDecision {
  readonly memberId: string | null;
  readonly apply: () => Promise<MadeDecision>;
}

/** What a decision is about, as it was read. */
interface JudgedCase {
  readonly found: CaseOfDecision & { readonly member: MemberRow | null };
  readonly image: ImageRow | undefined;
  readonly prompt: EffectFacts['prompt'];
  readonly message: EffectFacts['message'];
  /** The decision that a restore takes back. */
  readonly appealed: CaseDecisionRow | undefined;
  /** Set for a decision of one's own accord, whose case its batch opens. */
  readonly opening?: CaseOpeningByHand;
}

/** The statements that open a case for its decision, who may decide it, and the number of the case whose decision is taken back. */
interface CaseOpeningByHand {
  readonly statements: Readonly<Record<string, Statement>>;
  readonly mayDecide: Condition;
  readonly takesBack: string | null;
}

/**
 * Decides a case (docs/product.md, "Decisions"): the decision, its effects, the activity, the letters and the end of its reports and complaints
 * are one batch. At the desk an operator decides what they have taken, elsewhere what nobody else has. Refuses with `not_found` for a case that
 * the actor may not see, with `conflict` and a reason of CASE_REFUSALS, or with 422.
 */
export const decideCase = (db: Database, now: number, actor: Actor, input: DecisionInput): Promise<MadeDecision> =>
  makeDecision(() => planDecision(db, now, actor, input));

/** Makes a planned decision, and plans it anew while what it depends on changes. Throws what `plan` throws. */
export async function makeDecision(plan: () => Promise<PlannedDecision>): Promise<MadeDecision> {
  for (let attemptsLeft = MAX_ATTEMPTS; ; attemptsLeft -= 1) {
    const planned = await plan();
    try {
      return await planned.apply();
    } catch (error) {
      // What was read has changed meanwhile: it is read again, which refuses with the reason.
      if (violatedConstraint(error) !== 'NOT NULL case_decisions.case_number' || attemptsLeft === 1) throw error;
    }
  }
}

/** Checks a decision without writing it. Refuses as `decideCase`; `apply` violates `NOT NULL case_decisions.case_number` if something changed. */
export async function planDecision(db: Database, now: number, actor: Actor, input: DecisionInput): Promise<PlannedDecision> {
  const party = partyOf(actor);
  const read = await batch(db, {
    found: caseByNumber(db, party, input.number),
    image: imageOfCase(db, input.number, input.action === 'dismiss' ? null : input.photo),
    prompt: promptOfCase(db, input.number, idIn(input.text, 'prompt:')),
    message: messageOfCase(db, input.number, idIn(input.text, 'message:')),
    appealed: appealedDecisionOf(db, input.number),
  });
  const found = read.found[0] ?? refuse('not_found');
  if (found.case.status !== 'open') return refuseCase('not_open');
  if (found.mayAct === 0) return refuseCase('own_decision');
  const { assigneeId } = found.case;
  if (assigneeId !== null && assigneeId !== party.actorId) return refuseCase('taken');
  if (assigneeId === null && party.proof !== null) return refuseCase('not_taken');
  return planJudged({ db, now, actor }, input, {
    found,
    image: read.image[0],
    prompt: read.prompt[0],
    message: read.message[0],
    appealed: read.appealed[0]?.decision,
  });
}

/** The id that a part of a text names behind a prefix; '' if it has another one. */
const idIn = (text: string | null, prefix: 'prompt:' | 'message:'): string => (text?.startsWith(prefix) ? text.slice(prefix.length) : '');

interface DecisionStep {
  readonly db: Database;
  readonly now: number;
  readonly actor: Actor;
}

/** Checks a decision about what was read. Refuses with 422, or with `conflict` (`not_possible`). */
export async function planJudged({ db, now, actor }: DecisionStep, input: DecisionInput, judged: JudgedCase): Promise<PlannedDecision> {
  const { found, image, prompt, message, appealed } = judged;
  enforceDecisionRules(input, found, actor, now);
  const others = appealed && input.action === 'restore' ? await otherLastingDecisions(db, appealed) : [];
  const { memberId } = found.case;
  const event = { id: randomId(), memberId: memberId ?? '', event: { type: 'user.changed' }, createdAt: now, dueAt: now };
  const facts = { member: found.member, image, prompt, message, appealed, others };
  const effects = effectsOf({ db, now, event, by: actor.kind }, input, facts);
  return { memberId, apply: () => writeDecision({ db, now, actor }, input, judged, effects) };
}

async function writeDecision(
  { db, now, actor }: DecisionStep,
  input: DecisionInput,
  { found, opening }: JudgedCase,
  effects: Effects,
): Promise<MadeDecision> {
  const party = partyOf(actor);
  const { number, action, ground, facts, reply, until, hasLetters } = input;
  const { memberId } = found.case;
  const decision: DecisionInsert = {
    id: randomId(),
    caseNumber: number,
    action,
    ground: ground?.kind ?? null,
    code: ground?.code ?? null,
    facts,
    reply,
    target: effects.target,
    until,
    ...party,
    undo: effects.undo,
    createdAt: now,
  };
  const isRestriction = RESTRICTIONS.some((restriction) => restriction === action);
  const notice = memberId === null ? null : accountNotification(memberId, action === 'remove_photo' ? 'photo_removed' : 'decision', now);
  const takesBack = opening?.takesBack ?? null;
  // An answer without a letter would be mailed as that of a complaint.
  const answer = hasLetters ? (reply ?? (facts === '' ? null : facts)) : null;
  // The facts of a restriction are for its member, not for somebody else who appealed.
  const onlyTo = isRestriction && reply === null ? memberId : null;
  const { settled } = await batch(db, {
    ...opening?.statements,
    decision: insertDecision(db, decision, party, effects.isPossible, opening?.mayDecide),
    ...effects.statements,
    statement: isRestriction && memberId !== null ? insertStatement(db, number, memberId, now) : null,
    restoration: takesBack !== null && memberId !== null ? insertRestoreLetter(db, number, memberId, takesBack, now) : null,
    letters: hasLetters ? insertSourceLetters(db, number, reply !== null && reply !== '', now) : null,
    ...closeSources(db, number, answer, onlyTo, now),
    settled: settleDecidedCase(db, number, party.actorId, now),
    activity: recordActivity(db, number, { id: randomId(), ...party, act: 'decided', detail: action, createdAt: now }, always),
    notification: isRestriction && notice ? insertAccountNotification(db, notice, always) : null,
    push: isRestriction && notice ? insertAccountPush(db, notice, accountPush(notice.memberId, now)) : null,
  });
  const status = settled[0]?.status === 'closed' ? 'closed' : 'decided';
  return { number, decision: decision.id, status, removal: effects.removal ?? null };
}
