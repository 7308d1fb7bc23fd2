import { useQuery } from '@tanstack/react-query';
import type { CaseDecision, CaseLine, CaseSourceEntry } from '#contract/operator/operated-cases';
import en from '../locales/en/cases.json';
import { type DeskKey, deskLocale, useTexts } from '../texts.ts';
import { promptsQuery } from './case-queries.ts';

const GROUP = 5;

/** A number of a case, notice or complaint as people read it: two groups of five. */
export const groupedNumber = (number: string): string => `${number.slice(0, GROUP)}-${number.slice(GROUP)}`;

/** Who is named; null for an erased member. */
type Named = { readonly name: string } | null;

/** Returns a function that says what a case is about. */
export function useAboutText(): (about: Pick<CaseLine, 'subject' | 'kinds'> & { readonly member: Named }) => string {
  const t = useTexts('cases');
  return ({ subject, member, kinds }) => {
    const [kind = 'report'] = kinds;
    if (subject === 'none') return t(`source_${kind}`);
    if (subject === 'member') return member?.name ?? t('erased');
    return t(`about_${subject}`, { name: member?.name ?? t('erased_of') });
  };
}

/** Returns a function that says who has done something. */
export function useActorText(): (by: CaseDecision['by']) => string {
  const t = useTexts('cases');
  return ({ kind, name, rule }) => {
    if (kind === 'rule') return t('by_rule', { rule: rule ?? '' });
    return kind === 'operator' ? (name ?? t('former_operator')) : t('command_line');
  };
}

/** Returns a function that names the ground of a decision or the reason of a report or notice; another word is shown as it is. */
export function useReasonText(): (reason: string) => string {
  const t = useTexts('cases');
  return (reason) => {
    const key = `reason_${reason}`;
    return key in en ? t(key as DeskKey<'cases'>) : reason;
  };
}

/** Returns a function that says what a source is about: the reason of a report, the law of a notice, the subject of a complaint. */
export function useSourceReason(): (source: Pick<CaseSourceEntry, 'kind' | 'reason'>) => string | null {
  const t = useTexts('cases');
  const reasonText = useReasonText();
  return ({ kind, reason }) => {
    // The subject of an appeal is always a decision.
    if (reason === null || kind === 'appeal') return null;
    if (kind !== 'complaint') return reasonText(reason);
    const key = `subject_${reason}`;
    return key in en ? t(key as DeskKey<'cases'>) : reason;
  };
}

/** Returns a function that asks the question of a prompt; its id if the questions are not there. */
export function usePromptText(): (id: string) => string {
  const { data } = useQuery(promptsQuery(deskLocale()));
  return (id) => data?.get(id) ?? id;
}
