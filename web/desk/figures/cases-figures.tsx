import { CASE_ACTIONS, GroundCode } from '#contract/cases';
import type { Handled, HandlingMedian } from '#contract/operator/operated-figures';
import { REPORT_REASONS } from '#contract/safety';
import { formatNumber } from '../../i18n/format.ts';
import { LineChart } from '../charts/line-chart.tsx';
import { DeskSection } from '../parts/desk-page.tsx';
import { FactList } from '../parts/fact-list.tsx';
import { FigureBars, FigureLines, mergedBars } from './figure-charts.tsx';
import { useFigures } from './figures-context.ts';

const HOURS_A_DAY = 24;
/** Up to so many hours a time is told in hours, then in days. */
const MOST_HOURS = 48;
/** Greater than the last bound that times are counted by, and therefore longer than it. */
const LONGER = 1;

/** The words of handling times. */
function useTimes() {
  const { t } = useFigures();
  const timeText = (hours: number) =>
    hours <= MOST_HOURS
      ? t('hours', { count: hours, number: formatNumber(hours) })
      : t('days', { count: Math.round(hours / HOURS_A_DAY), number: formatNumber(Math.round(hours / HOURS_A_DAY)) });
  const medianText = (median: HandlingMedian | null) =>
    median === null ? t('no_median') : t(median.is === 'within' ? 'within' : 'longer', { time: timeText(median.hours) });
  return { timeText, medianText };
}

const HANDLED_SHOWN = ['decisions', 'notices', 'appeals', 'reports', 'complaints'] as const satisfies readonly Handled[];

/** How long it took: medians of the span, the median over time, and how many took how long. */
function HandlingFigures() {
  const { t, labels, chartTexts, handlingOf } = useFigures();
  const { timeText, medianText } = useTimes();
  const decisions = handlingOf('decisions');
  if (!decisions) return null;
  const longest = Math.max(...decisions.ranges.map(({ hours }) => hours ?? 0));
  const values = decisions.medians.map((median) => (median === null ? null : median.hours + (median.is === 'later' ? LONGER : 0)));
  const bars = decisions.ranges.map(({ hours, count }) => ({
    label: hours === null ? t('longer', { time: timeText(longest) }) : t('within', { time: timeText(hours) }),
    count,
  }));
  return (
    <DeskSection title={t('handling_title')} lead={t('handling_lead')}>
      <FactList facts={HANDLED_SHOWN.map((of) => [t(`handled_${of}`), medianText(handlingOf(of)?.median ?? null)] as const)} />
      <div className="figures-charts">
        <LineChart
          texts={chartTexts(t('median_title'))}
          labels={labels}
          series={[{ name: t('median'), values }]}
          format={(hours) =>
            hours === longest + LONGER ? t('longer', { time: timeText(longest) }) : t('in_hours', { number: formatNumber(hours) })
          }
        />
        <FigureBars title={t('times_title')} labelTitle={t('time')} bars={bars} />
      </div>
    </DeskSection>
  );
}

/** The words for the slices of the figures of cases. One that this release does not know keeps its name. */
function useCaseSlices() {
  const { t, seriesOf } = useFigures();
  // A key that ends in `_other` would be a plural form.
  const groundText = (code: GroundCode) => (code === 'other' ? t('ground_another') : t(`ground_${code}`));
  const decided = [...seriesOf('decisions').slices, ...seriesOf('decisions_automated').slices].map(({ slice, count }) => {
    const [name = '', code = ''] = slice.split(':');
    return { action: CASE_ACTIONS.find((one) => one === name), ground: GroundCode.options.find((one) => one === code), slice, count };
  });
  return {
    actions: mergedBars(decided.map(({ action, slice, count }) => ({ label: action ? t(`action_${action}`) : slice, count }))),
    grounds: mergedBars(decided.flatMap(({ ground, count }) => (ground ? [{ label: groundText(ground), count }] : []))),
    reasons: seriesOf('reports').slices.map(({ slice, count }) => {
      const reason = REPORT_REASONS.find((one) => one === slice);
      return { label: reason ? groundText(reason) : slice, count };
    }),
    appeals: (['upheld', 'changed', 'lifted'] as const).map((outcome) => ({
      label: t(`appeal_${outcome}`),
      count: seriesOf('appeals_decided').slices.find(({ slice }) => slice === outcome)?.count ?? 0,
    })),
  };
}

/** What members and others told, what was decided and how long it took. */
export function CasesFigures() {
  const { t } = useFigures();
  const { actions, grounds, reasons, appeals } = useCaseSlices();
  return (
    <>
      <DeskSection title={t('cases_title')} lead={t('cases_lead')}>
        <div className="figures-charts">
          <FigureLines title={t('received_title')} of={['reports', 'notices', 'complaints', 'appeals']} />
          <FigureLines title={t('decided_title')} of={['cases', 'decisions', 'decisions_automated', 'bans']} />
          <FigureBars title={t('reasons_title')} labelTitle={t('reason')} bars={reasons} />
          <FigureBars title={t('actions_title')} labelTitle={t('action')} bars={actions} />
          <FigureBars title={t('grounds_title')} labelTitle={t('ground')} bars={grounds} />
          <FigureBars title={t('appeals_title')} labelTitle={t('outcome')} bars={appeals} />
        </div>
      </DeskSection>
      <HandlingFigures />
      <DeskSection title={t('photos_title')} lead={t('photos_lead')}>
        <FigureLines title={t('photos_chart')} of={['photos_held', 'photos_blurred', 'photos_refused']} />
      </DeskSection>
    </>
  );
}
