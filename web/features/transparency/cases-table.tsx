import { type ReactNode, useId } from 'react';
import type { PublishedCases } from '#contract/transparency';
import { formatWait } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { usePublishedText } from './use-published-text.ts';

const HOURS_A_DAY = 24;
/** Up to so many hours a time is told in hours, then in days. */
const MOST_HOURS = 48;
const HOUR_SECONDS = 3600;

/** Gives the sentence of a median. */
export function useMedianText(): (median: PublishedCases['median']) => string {
  const { t } = useTranslation('transparency');
  return (median) => {
    if (!median) return t('median_unknown');
    if (median.is === 'later') return t('median_later');
    const { hours } = median;
    const time = hours <= MOST_HOURS ? formatWait(hours * HOUR_SECONDS) : t('days', { count: hours / HOURS_A_DAY });
    return t('median_within', { time });
  };
}

interface CasesTableProps {
  readonly cases: PublishedCases;
  readonly title: string;
  readonly text: string;
  /** What the kinds are; what it was about, unless given. */
  readonly kindTitle?: string;
  readonly kindText: (kind: string) => string;
  readonly children?: ReactNode;
}

/** Cases by kind, with their sum and how long they took. */
export function CasesTable({ cases, title, text, kindTitle, kindText, children }: CasesTableProps) {
  const { t } = useTranslation('transparency');
  const published = usePublishedText();
  const medianText = useMedianText();
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
            <th scope="col">{kindTitle ?? t('kind')}</th>
            <th scope="col">{t('number')}</th>
          </tr>
        </thead>
        <tbody>
          {cases.kinds.map(({ kind, count }) => (
            <tr key={kind}>
              <th scope="row">{kindText(kind)}</th>
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
      {children}
    </section>
  );
}
