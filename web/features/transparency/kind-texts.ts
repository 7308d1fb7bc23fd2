import { type GroundCode, LAW_CODES } from '#contract/cases';
import type { ComplaintSubject } from '#contract/complaints';
import { REPORT_REASONS } from '#contract/safety';
import { APPEAL_OUTCOMES, NOTICE_BY_COMPLAINT, NOTICE_OUTCOMES } from '#contract/transparency';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Notices of illegal content are told apart from complaints. */
const SUBJECTS = ['decision', 'report', 'payment', 'privacy', 'other'] as const satisfies readonly ComplaintSubject[];

/** The words of the kinds of each table. One that this page does not know, because a later release brought it, is something else. */
export function useKindTexts() {
  const { t } = useTranslation('transparency');
  const { t: cases } = useTranslation('cases');
  const law = (code: string) => cases(`law_${LAW_CODES.find((one) => one === code) ?? 'other_law'}`);
  const rule = (code: string) => t(`report_${REPORT_REASONS.find((one) => one === code) ?? 'other'}`);
  return {
    report: rule,
    complaint: (subject: string) => t(`complaint_${SUBJECTS.find((one) => one === subject) ?? 'other'}`),
    notice: (kind: string) => (kind === NOTICE_BY_COMPLAINT ? t('notice_complaint') : law(kind)),
    noticeOutcome: (outcome: string) => t(`outcome_${NOTICE_OUTCOMES.find((one) => one === outcome) ?? 'none'}`),
    appealOutcome: (outcome: string) => t(`appeal_${APPEAL_OUTCOMES.find((one) => one === outcome) ?? 'changed'}`),
    ground: (code: GroundCode) => (LAW_CODES.some((one) => one === code) ? law(code) : rule(code)),
  };
}
