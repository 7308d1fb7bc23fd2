import { VITAL_NAMES, type Vital } from '#contract/vitals';
import { formatNumber } from '../../i18n/format.ts';
import { LineChart } from '../charts/line-chart.tsx';
import { DeskSection } from '../parts/desk-page.tsx';
import { RecordTable } from '../parts/record-table.tsx';
import { boundText, vitalText } from './figure-formats.ts';
import { useFigures } from './figures-context.ts';

/** Figures of the same size share a chart. */
const CHARTS = [
  { title: 'loading_title', vitals: ['ttfb', 'lcp', 'first_tap'] },
  { title: 'answering_title', vitals: ['inp', 'send', 'reconnect'] },
] as const satisfies readonly { title: string; vitals: readonly Vital[] }[];
/** An axis has whole numbers: shifts of the layout are drawn in thousandths. */
const CLS_PARTS = 1000;

/** How fast real visits were: what three of four were not slower than. */
export function SpeedFigures() {
  const { t, figures, labels, chartTexts, vitalOf } = useFigures();
  if (figures.vitals.every(({ count }) => count === 0))
    return (
      <DeskSection title={t('speed_title')} lead={t('speed_lead')}>
        <p className="muted">{t('no_speed')}</p>
      </DeskSection>
    );
  const valuesOf = (vital: Vital) => vitalOf(vital)?.values ?? labels.map(() => null);
  return (
    <DeskSection title={t('speed_title')} lead={t('speed_lead')}>
      <RecordTable
        caption={t('speed_title')}
        rows={VITAL_NAMES.flatMap((vital) => vitalOf(vital) ?? [])}
        keyOf={({ vital }) => vital}
        columns={[
          { key: 'vital', title: t('vital'), cell: ({ vital }) => t(`vital_${vital}`) },
          { key: 'p75', title: t('p75'), isNumber: true, cell: ({ vital, p75 }) => (p75 === null ? t('unknown') : boundText(vital, p75)) },
          { key: 'count', title: t('measured'), isNumber: true, cell: ({ count }) => formatNumber(count) },
        ]}
      />
      <div className="figures-charts">
        {CHARTS.map(({ title, vitals }) => (
          <LineChart
            key={title}
            texts={chartTexts(t(title))}
            labels={labels}
            series={vitals.map((vital) => ({ name: t(`vital_${vital}`), values: valuesOf(vital) }))}
            format={(value) => vitalText('lcp', value)}
          />
        ))}
        <LineChart
          texts={chartTexts(t('shift_title'))}
          labels={labels}
          series={[{ name: t('vital_cls'), values: valuesOf('cls').map((value) => (value === null ? null : value * CLS_PARTS)) }]}
          format={(value) => formatNumber(value / CLS_PARTS)}
        />
      </div>
    </DeskSection>
  );
}
