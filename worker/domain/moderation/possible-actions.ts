import { CASE_ACTIONS, type CaseAction } from '#contract/cases';
import { accountExists, accountStatusAfter } from '../account-status.ts';
import { isLasting, replacementOfName } from './decision-effects.ts';
import { fitsCase, type TextPart } from './decision-input.ts';
import type { CaseDetails } from './look-at-case.ts';

type Facts = Pick<CaseDetails, 'found' | 'appealed' | 'photos' | 'prompts' | 'messages'>;

/** The texts of the member of a case that a decision could remove now, the name first; none if the account is not there. */
export function removableTexts({ found, prompts, messages }: Omit<Facts, 'photos' | 'appealed'>): { part: TextPart; text: string }[] {
  const { member } = found;
  if (!member || !accountExists(member)) return [];
  return [
    ...(member.name === replacementOfName(member.locale) ? [] : [{ part: 'name' as const, text: member.name }]),
    ...(member.personal === null ? [] : [{ part: 'personal' as const, text: member.personal }]),
    ...prompts.map(({ id, text }) => ({ part: `prompt:${id}` as const, text })),
    ...messages.map(({ id, text }) => ({ part: `message:${id}` as const, text })),
  ];
}

const isThere = ({ found }: Facts): boolean => found.member !== null && found.member.status !== 'deleted';

/** What the actions need that fit any case with a member: that what they change is there, and is not so already. */
const NEEDS: Readonly<Record<CaseAction, (facts: Facts) => boolean>> = {
  dismiss: () => true,
  restore: ({ found, appealed }) => found.member !== null && appealed !== undefined && isLasting(appealed),
  warn: isThere,
  ban: ({ found }) => found.member !== null && accountStatusAfter(found.member, 'ban') !== null,
  limit: ({ found }) => found.member !== null && accountExists(found.member),
  pause: ({ found }) => found.member !== null && accountExists(found.member) && found.member.pausedByCase === null,
  remove_photo: (facts) =>
    isThere(facts) && facts.photos.some(({ state, isOfMember }) => isOfMember === 1 && (state === 'shown' || state === 'held')),
  remove_text: (facts) => removableTexts(facts).length > 0,
};

/**
 * The actions by which a case could be decided now, as `planDecision` would find: those that fit it, and whose effect is possible. Of photos
 * only those of the case count.
 */
export const possibleActions = (facts: Facts): CaseAction[] =>
  facts.found.case.status === 'open' ? CASE_ACTIONS.filter((action) => fitsCase(action, facts.found.case) && NEEDS[action](facts)) : [];

/** Whether the decision of a case could be taken back now without an appeal, as `planRestoration` would find. */
export const isRestorable = ({ found, decision, openAppeal }: Pick<CaseDetails, 'found' | 'decision' | 'openAppeal'>): boolean =>
  found.member !== null && decision !== undefined && isLasting(decision) && openAppeal.length === 0;
