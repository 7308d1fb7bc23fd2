import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CaseAction, type GroundCode, LAW_CODES, RESTRICTIONS, RULE_CODES } from '#contract/cases';
import type { InputOf } from '#contract/endpoint';
import type { FieldCode } from '#contract/errors';
import type { CaseDetails, CasePhoto, decideCase } from '#contract/operator/operated-cases';

type DecisionInput = InputOf<typeof decideCase>;
export type GroundValue = `rule:${(typeof RULE_CODES)[number]}` | `law:${(typeof LAW_CODES)[number]}`;

/** A decision while it is written. */
export interface DecisionDraft {
  readonly action: CaseAction | null;
  readonly ground: GroundValue | null;
  readonly facts: string;
  readonly reply: string;
  /** The span of a limit or pause in days; null for one without end, which only a pause has. */
  readonly days: number | null;
  readonly photo: string | null;
  readonly text: DecisionInput['text'];
  /** Nobody is told. */
  readonly isSilent: boolean;
  /** The held photo that the case is about is shown as nude photos are. */
  readonly isBlurred: boolean;
}

/** The spans that are offered, in days. */
export const SPANS = [1, 3, 7, 14, 30, 90, 180, 365] as const;
const USUAL_SPAN = 7;

/** All grounds: rules of the site first, then laws. */
export const GROUND_VALUES: Readonly<Record<'rule' | 'law', readonly GroundValue[]>> = {
  rule: RULE_CODES.map((code) => `rule:${code}` as const),
  law: LAW_CODES.map((code) => `law:${code}` as const),
};

/** The kind and code of a ground. */
export function groundOf(value: GroundValue): { readonly kind: 'rule' | 'law'; readonly code: GroundCode } {
  const rule = RULE_CODES.find((code) => value === `rule:${code}`);
  if (rule) return { kind: 'rule', code: rule };
  const law = LAW_CODES.find((code) => value === `law:${code}`);
  if (law) return { kind: 'law', code: law };
  throw new Error('a ground is a rule or a law');
}

export const isRestriction = (action: CaseAction | null): boolean => RESTRICTIONS.some((restriction) => restriction === action);
export const takesSpan = (action: CaseAction | null): boolean => action === 'limit' || action === 'pause';
const isAppeal = ({ subject }: Pick<CaseDetails, 'subject'>): boolean => subject === 'decision';
/** Whether facts are part of a decision: of each that its member reads. */
export const takesFacts = (action: CaseAction | null, details: Pick<CaseDetails, 'subject'>): boolean =>
  isRestriction(action) || (action !== null && isAppeal(details));

/** Photos that a decision could remove. */
export const removablePhotos = (photos: readonly CasePhoto[]): CasePhoto[] =>
  photos.filter(({ state, is_of_member: isTheirs }) => isTheirs && (state === 'shown' || state === 'held'));

/** Whether dismissing shows a photo that was held. */
export const showsHeldPhoto = (action: CaseAction | null, { photos }: Pick<CaseDetails, 'photos'>): boolean =>
  action === 'dismiss' && photos.some(({ is_subject: isSubject, state }) => isSubject && state === 'held');

/** The sources whose senders get a letter with the outcome. */
export const toldSources = ({ sources }: Pick<CaseDetails, 'sources'>) =>
  sources.filter(({ kind, from }) => kind !== 'rule' && kind !== 'held_photo' && (from.member !== null || from.email !== null));

/** Whether a reply is part of a decision: if somebody other than who appeals gets it. */
export const takesReply = (draft: DecisionDraft, details: Pick<CaseDetails, 'sources'>): boolean =>
  !(draft.action === 'dismiss' && draft.isSilent) && toldSources(details).some(({ kind }) => kind !== 'appeal');

/** A draft in which nothing is decided yet; the photo is the one that the case is about, or the only one. */
export function emptyDraft({ photos }: Pick<CaseDetails, 'photos'>): DecisionDraft {
  const removable = removablePhotos(photos);
  const photo = removable.find(({ is_subject: isSubject }) => isSubject) ?? (removable.length === 1 ? removable[0] : undefined);
  return {
    action: null,
    ground: null,
    facts: '',
    reply: '',
    days: USUAL_SPAN,
    photo: photo?.id ?? null,
    text: null,
    isSilent: false,
    isBlurred: false,
  };
}

/** A draft without what the case does not offer any more: an action, a photo or a text that is gone meanwhile. */
export function fittingDraft(draft: DecisionDraft, { actions, photos, member }: CaseDetails): DecisionDraft {
  const isOffered = draft.action !== null && actions.includes(draft.action);
  const hasPhoto = removablePhotos(photos).some(({ id }) => id === draft.photo);
  const hasText = member?.texts.some(({ part }) => part === draft.text) === true;
  return { ...draft, action: isOffered ? draft.action : null, photo: hasPhoto ? draft.photo : null, text: hasText ? draft.text : null };
}

/** The fields that are missing, as the server would refuse them; `action` is missing before anything else. */
export function faultsOf(draft: DecisionDraft, details: Pick<CaseDetails, 'subject' | 'kinds' | 'sources'>): Record<string, FieldCode> {
  const { action, ground, facts, reply, days, photo, text } = draft;
  if (action === null) return { action: 'required' };
  const isReplyDue = takesReply(draft, details) && details.kinds.includes('complaint');
  return {
    ...(action === 'remove_photo' && photo === null && { photo: 'required' }),
    ...(action === 'remove_text' && text === null && { text: 'required' }),
    ...(action === 'limit' && days === null && { days: 'required' }),
    ...(isRestriction(action) && ground === null && { ground: 'required' }),
    ...(takesFacts(action, details) && facts.trim() === '' && { facts: 'required' }),
    ...(isReplyDue && reply.trim() === '' && { reply: 'required' }),
  };
}

/** What is sent for a draft; what does not belong to its action is left out. */
export function decisionInput(draft: DecisionDraft, action: CaseAction, details: CaseDetails): DecisionInput {
  const { ground, facts, reply, days, photo, text, isSilent, isBlurred } = draft;
  const seenText = details.member?.texts.find(({ part }) => part === text)?.text ?? null;
  return {
    number: details.number,
    action,
    ...(isRestriction(action) && ground !== null && { ground: groundOf(ground) }),
    ...(takesFacts(action, details) && { facts }),
    ...(takesReply(draft, details) && reply.trim() !== '' && { reply }),
    ...(takesSpan(action) && { days }),
    ...(action === 'remove_photo' && { photo }),
    ...(action === 'remove_text' && { text, seen_text: seenText }),
    ...(action === 'dismiss' && { has_letters: !isSilent }),
    ...(showsHeldPhoto(action, details) && { is_blurred: isBlurred }),
  };
}

/**
 * The draft of a case. It is kept while the operator looks at other pages, for as long as answers are, in memory alone, and goes with the
 * session.
 */
export function useDecisionDraft(details: CaseDetails) {
  const client = useQueryClient();
  const queryKey = ['desk', 'draft', details.number];
  const [typed, setTyped] = useState(() => client.getQueryData<DecisionDraft>(queryKey) ?? emptyDraft(details));
  const draft = fittingDraft(typed, details);
  const change = (part: Partial<DecisionDraft>) => {
    const next = { ...draft, ...part };
    setTyped(next);
    client.setQueryData(queryKey, next);
  };
  return { draft, change, forget: () => client.removeQueries({ queryKey, exact: true }) };
}
