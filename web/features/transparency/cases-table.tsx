import { useId } from 'react';
import type { ComplaintSubject } from '#contract/complaints';
import { REPORT_REASONS } from '#contract/safety';
import type { PublishedCases } from '#contract/transparency';
import { formatWait } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { usePublishedText } from './use-published-text.ts';

/** Notices of illegal content are told apart from complaints. */
const SUBJECTS = ['decision', 'report', 'payment', 'privacy', 'other'] as const satisfies readonly ComplaintSubject[];
const HOURS_A_DAY = 24;
/** Up to so many hours a time is told in hours, then in days. */
const MOST_HOURS = 48;
const HOUR_SECONDS = 3600;

function useMedianText(): (median: PublishedCases['median']) => string {
  const { t } = useTranslation('transparency');
  return (median) => {
    if (!median) return t('median_unknown');
    if (median.is === 'later') return t('median_later');
    const { hours } = median;
    const time = hours <= MOST_HOURS ? formatWait(hours * HOUR_SECONDS) : t('days', { count: hours / HOURS_A_DAY });
    return t('median_within', { time });
  };
}

/** The words of a kind. One that this page does not know, because a later release brought it, is something else. */
function useKindText(of: CasesTableProps['of']): (kind: string) => string {
  const { t } = useTranslation('transparency');
  return (kind) => {
    if (of === 'reports') return t(`report_${REPORT_REASONS.find((reason) => reason === kind) ?? 'other'}`);
    return t(`complaint_${SUBJECTS.find((subject) => subject === kind) ?? 'other'}`);
  };
}

interface CasesTableProps {
  readonly of: 'reports' | 'complaints';
  readonly cases: PublishedCases;
  readonly title: string;
  readonly text: string;
}

/** What came in by kind, with its sum and how long it took. */
export function CasesTable({ of, cases, title, text }: CasesTableProps) {
  const { t } = useTranslation('transparency');
  const published = usePublishedText();
  const medianText = useMedianText();
  const kindText = useKindText(of);
  const titleId = useId();
  return (
    <section>
      <h2 className="display display-21" id={titleId}>
        {title}
      </h2>
      <p className="muted">{text}</p>
      <table className="transparency-table" aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">{t('kind')}</th>
            <th scope="col">{t('number')}</th>
          </tr>
        </thead>
        <tbody>
          {cases.kinds.map(({ kind: name, count }) => (
            <tr key={name}>
              <th scope="row">{kindText(name)}</th>
              <td>{published(count)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            <td>{published(cases.total)}</td>
          </tr>
        </tfoot>
      </table>
      <p>{medianText(cases.median)}</p>
    </section>
  );
}
