import type { Ground, GroundCode } from '#contract/cases';
import { PROMPTS_MAX } from '#contract/profile';
import type { StoredEvent } from '#contract/realtime';
import type { Database, Rows, Statement } from '#db/client';
import { banMember, unbanMember } from '#db/queries/account/account-status';
import { changeMember, type MemberRow } from '#db/queries/account/members';
import type { CaseDecisionRow } from '#db/queries/cases/case-queue';
import * as decisions from '#db/queries/cases/decisions';
import { acceptHeldPhoto } from '#db/queries/photos/photo-check';
import { isDemoPortrait, removeImageByOperator } from '#db/queries/photos/photos';
import { forgetRemovedPhoto, type PhotoRemovalReason } from '#db/queries/photos/removed-photos';
import type { ImageRow } from '#db/queries/profile/profile';
import type { EventInsert } from '#db/queries/shared/event-outbox';
import { deleteQuotesOfRemovedText } from '#db/queries/shared/quotes';
import { serverTextsIn } from '../../i18n/server-texts.ts';
import { randomId } from '../../lib/crypto.ts';
import { newReferenceNumber } from '../../lib/reference-number.ts';
import { accountExists, accountStatusAfter } from '../account-status.ts';
import { shownText } from '../shown-text.ts';
import type { Actor } from './actor.ts';
import { REMOVED_KEPT_MS } from './appeals.ts';
import { refuseCase } from './case-refusal.ts';
import type { DecisionInput } from './decision-input.ts';

/** What a decision changes: statements for its batch, what has to hold there, and what a restore will need. */
export interface Effects {
  readonly statements: Readonly<Record<string, Statement | null>>;
  readonly isPossible: decisions.Condition;
  readonly undo: unknown;
  /** The photo or part of the text that it removes. */
  readonly target: string | null;
  /** The number under which it remembers a photo that it removes. */
  readonly removal?: string;
}

/** What the effects of a decision depend on, as it was read. */
export interface EffectFacts {
  readonly member: MemberRow | null;
  /** The photo that the decision names; of a dismissal the one that the case is about. */
  readonly image: ImageRow | undefined;
  readonly prompt: Rows<{ prompt: ReturnType<typeof decisions.promptOfCase> }>['prompt'][number] | undefined;
  readonly message: Rows<{ message: ReturnType<typeof decisions.messageOfCase> }>['message'][number] | undefined;
  /** The decision that the case is an appeal against. */
  readonly appealed: CaseDecisionRow | undefined;
  /** Other decisions of the same kind that last for the member. */
  readonly others: readonly { readonly until: number | null }[];
}

interface Step {
  readonly db: Database;
  readonly now: number;
  readonly event: EventInsert;
  readonly by: Actor['kind'];
}

const NO_EFFECTS: Effects = { statements: {}, isPossible: decisions.always, undo: null, target: null };

/** The effects of a decision. Refuses with `conflict` (`not_possible`) if what it changes is not there or is so already. */
export function effectsOf(step: Step, input: DecisionInput, facts: EffectFacts): Effects {
  const { member } = facts;
  if (input.action === 'dismiss') return dismissEffects(step, input, facts);
  if (input.action === 'restore') return restoreEffects(step, facts);
  if (!member || member.status === 'deleted') return refuseCase('not_possible');
  if (input.action === 'ban') return banEffects(step, input, member);
  if (input.action === 'warn') return { ...NO_EFFECTS, isPossible: decisions.isMemberInStatus(member.id, member.status) };
  if (input.action === 'remove_photo') return photoEffects(step, input, facts.image);
  if (!accountExists(member)) return refuseCase('not_possible');
  if (input.action === 'remove_text') return textEffects(step, input, member, facts);
  return spanEffects(step, input, member);
}

/** A dismissal finds nothing against a held photo, so that it is shown. */
function dismissEffects({ db, event, by }: Step, { isBlurred = false }: DecisionInput, { image }: EffectFacts): Effects {
  if (!image || image.heldSince === null) return isBlurred ? refuseCase('not_possible') : NO_EFFECTS;
  const { events, accepted, mainImage } = acceptHeldPhoto(db, image, { by, isBlurred }, event);
  return {
    ...NO_EFFECTS,
    statements: { photoEvents: events, acceptedPhoto: accepted, mainImage },
    isPossible: decisions.isHeldImage(image.id, image.memberId),
  };
}

function banEffects({ db, now }: Step, { facts }: DecisionInput, member: MemberRow): Effects {
  const to = accountStatusAfter(member, 'ban') ?? refuseCase('not_possible');
  const { bannedMember, ...others } = banMember(db, { id: member.id, from: member.status, to, now }, facts);
  return {
    statements: { bannedMember, ...others },
    isPossible: decisions.isMemberInStatus(member.id, member.status),
    undo: null,
    target: null,
  };
}

const REASON_OF_RULE: Readonly<Partial<Record<GroundCode, PhotoRemovalReason>>> = {
  fake: 'not_own',
  underage: 'underage',
  nudity: 'nudity',
  spam: 'advertising',
};

/** What a removed photo is remembered for. */
const reasonOf = (ground: { readonly kind: Ground; readonly code: GroundCode } | null): PhotoRemovalReason =>
  ground?.kind === 'law' ? 'illegal' : ((ground && REASON_OF_RULE[ground.code]) ?? 'other');

/** The photo goes, copies of it are refused from then on, and its files are kept, unseen, while the decision can be restored. */
function photoEffects({ db, now, event, by }: Step, input: DecisionInput, image: ImageRow | undefined): Effects {
  if (!image) return refuseCase('not_possible');
  const removal = { number: newReferenceNumber(), reason: input.removalReason ?? reasonOf(input.ground), removedBy: by, removedAt: now };
  // Many members share a drawn portrait, so that it is not remembered.
  const remembered = isDemoPortrait(image.large) ? {} : { removal: removal.number };
  const { events, deleted, ...statements } = removeImageByOperator(db, image, removal, { event, filesDueAt: now + REMOVED_KEPT_MS });
  return {
    statements: { ...statements, photoEvents: events, deletedImage: deleted },
    isPossible: decisions.hasImage(image),
    undo: { image, ...remembered },
    target: image.id,
    ...remembered,
  };
}

/** Refuses if a text is not as the moderator has seen it. */
function enforceSeen({ seenText }: DecisionInput, text: string): void {
  if (typeof seenText === 'string' && seenText !== text) refuseCase('not_possible');
}

/** The word that stands in the place of a removed name. */
export const replacementOfName = (locale: string): string => serverTextsIn(locale).texts.removed.name;

/** A profile has a name, so that a word in the language of the member stands in the place of a removed one. */
function nameEffects({ db, event }: Step, input: DecisionInput, { id, name, locale }: MemberRow): Effects {
  const replacement = replacementOfName(locale);
  if (name === replacement) return refuseCase('not_possible');
  enforceSeen(input, name);
  return {
    statements: { removedName: changeMember(db, id, { name: replacement }), userEvent: decisions.insertUserEvent(db, event) },
    isPossible: decisions.hasName(id, name),
    undo: { name, replacement },
    target: 'name',
  };
}

type RemovedMessage = NonNullable<EffectFacts['message']>;

/** The statements that give a message another text ('': none) for both, and tell their devices, each in the language of its member. */
function messageTextStatements({ db, event }: Step, locale: string, changedMessage: RemovedMessage, text: string) {
  const { id, conversationId, seq, otherId, otherLocale } = changedMessage;
  const eventFor = (memberId: string, reads: string) => {
    const message = { id, seq, text: shownText(text, reads) };
    const changed: StoredEvent = { type: 'message.changed', conversation: conversationId, message };
    return decisions.insertUserEvent(db, { ...event, id: randomId(), memberId, event: changed });
  };
  return {
    ...decisions.changeMessageText(db, changedMessage, text),
    messageEvent: eventFor(event.memberId, locale),
    otherEvent: eventFor(otherId, otherLocale),
  };
}

/** A removed message keeps its place in the conversation, without its text, for both. */
function messageEffects(step: Step, { locale }: MemberRow, message: RemovedMessage): Effects {
  const { id, text } = message;
  return {
    statements: { ...messageTextStatements(step, locale, message, ''), userEvent: decisions.insertUserEvent(step.db, step.event) },
    isPossible: decisions.hasMessage(id, text),
    undo: { message },
    target: `message:${id}`,
  };
}

function textEffects(step: Step, input: DecisionInput, member: MemberRow, { prompt, message }: EffectFacts): Effects {
  const { text } = input;
  if (text === 'name') return nameEffects(step, input, member);
  if (text?.startsWith('message:')) return message ? messageEffects(step, member, message) : refuseCase('not_possible');
  const { db, event } = step;
  const userEvent = decisions.insertUserEvent(db, event);
  if (text === 'personal') {
    const { personal } = member;
    if (personal === null) return refuseCase('not_possible');
    enforceSeen(input, personal);
    return {
      statements: {
        removedText: changeMember(db, member.id, { personal: null }),
        removedQuotes: deleteQuotesOfRemovedText(db, member.id),
        userEvent,
      },
      isPossible: decisions.hasPersonal(member.id, personal),
      undo: { personal },
      target: text,
    };
  }
  if (!prompt) return refuseCase('not_possible');
  enforceSeen(input, prompt.answer);
  return {
    statements: { removedPrompt: decisions.removePrompt(db, member.id, prompt.promptId), userEvent },
    isPossible: decisions.hasPrompt(member.id, prompt.promptId, prompt.answer),
    undo: { prompt: { id: prompt.promptId, answer: prompt.answer } },
    target: text,
  };
}

/** Limit and pause. A second pause would forget how the profile was before the first. */
function spanEffects({ db, event }: Step, { action, until, number }: DecisionInput, member: MemberRow): Effects {
  const userEvent = decisions.insertUserEvent(db, event);
  if (action === 'limit') {
    return {
      statements: { limitedMember: decisions.limitMember(db, member.id, until ?? 0), userEvent },
      isPossible: decisions.isMemberInStatus(member.id, member.status),
      undo: null,
      target: null,
    };
  }
  if (member.pausedByCase !== null) return refuseCase('not_possible');
  return {
    statements: { pausedMember: decisions.pauseByCase(db, member.id, number), userEvent },
    isPossible: decisions.isNotPausedByCase(member.id, member.isPaused),
    undo: { wasPaused: member.isPaused },
    target: null,
  };
}

/** What a decision has left for a restore. */
interface Undo {
  readonly image?: ImageRow;
  /** The number under which the photo is remembered. */
  readonly removal?: string;
  readonly message?: RemovedMessage;
  readonly name?: string;
  /** What stands in the place of the name. */
  readonly replacement?: string;
  readonly personal?: string;
  readonly prompt?: { readonly id: string; readonly answer: string };
  readonly wasPaused?: boolean;
}

/** Whether a decision has an effect that lasts and can be taken back. What was removed is forgotten once no appeal can come any more. */
export function isLasting({ action, endedAt, undo }: CaseDecisionRow): boolean {
  if (endedAt !== null || action === 'dismiss' || action === 'restore') return false;
  return undo !== null || (action !== 'remove_photo' && action !== 'remove_text');
}

function restoreEffects(step: Step, facts: EffectFacts): Effects {
  const { appealed, member } = facts;
  if (!appealed || !member || !isLasting(appealed)) return refuseCase('not_possible');
  const { db, now, event } = step;
  return {
    statements: {
      ...liftEffects(step, appealed, member, facts.others),
      endedDecision: decisions.endDecision(db, appealed.id, now),
      userEvent: decisions.insertUserEvent(db, event),
    },
    isPossible: decisions.isLastingFor(appealed.id, member.id, member.status),
    undo: null,
    target: null,
  };
}

/** The statements that take back the effect of a decision. What the member has changed since then stays. */
function liftEffects(step: Step, appealed: CaseDecisionRow, member: MemberRow, others: EffectFacts['others']) {
  const { db, now, by } = step;
  // Sound: decisions are written by this file.
  const undo = (appealed.undo ?? {}) as Undo;
  const { action, until, caseNumber } = appealed;
  if (action === 'ban') {
    const to = accountStatusAfter(member, 'unban');
    if (to === null) return {};
    return {
      reasonOfOther: decisions.giveReasonOfOtherBan(db, appealed, member.id),
      unbannedMember: unbanMember(
        db,
        { id: member.id, from: member.status, to, now },
        decisions.isBannedByDecisionAlone(appealed, member.id),
      ),
    };
  }
  if (action === 'pause') return { resumedMember: decisions.endPauseByCase(db, member.id, caseNumber, undo.wasPaused === true) };
  if (action === 'limit') return { unlimitedMember: decisions.endLimit(db, member.id, until ?? 0, lastEndOf(others, now)) };
  if (undo.image) return { ...forgetRemoval(db, undo.removal ?? '', now), ...decisions.restoreImage(db, undo.image, by) };
  if (undo.message) return messageTextStatements(step, member.locale, undo.message, undo.message.text);
  if (undo.name !== undefined)
    return { restoredName: decisions.restoreName(db, member.id, { from: undo.replacement ?? '', to: undo.name }) };
  if (undo.prompt) return { restoredPrompt: decisions.restorePrompt(db, member.id, undo.prompt.id, undo.prompt.answer, PROMPTS_MAX) };
  if (undo.personal !== undefined) return { restoredText: decisions.restorePersonal(db, member.id, undo.personal) };
  return {};
}

/** When the last of several spans ends (ms); null if none lasts. */
function lastEndOf(others: EffectFacts['others'], now: number): number | null {
  const ends = others.flatMap(({ until }) => (until !== null && until > now ? until : []));
  return ends.length === 0 ? null : Math.max(...ends);
}

/** The picture may be uploaded again. */
function forgetRemoval(db: Database, number: string, now: number) {
  const { file, forgotten } = forgetRemovedPhoto(db, number, now);
  return { fileOfRemoval: file, forgottenRemoval: forgotten };
}

/** The statements that end a pause or limit whose span is over; without a member, who is erased, only the decision ends. */
export function spanEndStatements({ db, now, event }: Omit<Step, 'by'>, decision: CaseDecisionRow, memberId: string | null) {
  const { id, action, caseNumber, undo } = decision;
  const wasPaused = (undo as Undo | null)?.wasPaused === true;
  return {
    resumedMember: action === 'pause' && memberId !== null ? decisions.endPauseByCase(db, memberId, caseNumber, wasPaused) : null,
    userEvent: memberId === null ? null : decisions.insertUserEvent(db, event),
    endedDecision: decisions.endDecision(db, id, now),
  };
}
