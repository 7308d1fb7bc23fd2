import { createContext, useContext } from 'react';
import type { FigureSeries, HandlingTimes, OperatedFigure, OperatedFigures, VitalSeries } from '#contract/operator/operated-figures';
import type { ChartSeries, ChartTexts } from '../charts/chart-table.tsx';
import { useTexts } from '../texts.ts';
import { dayLabel, monthLabel } from './figure-formats.ts';

/** The figures on screen, and whether each value stands for a day or a month. */
interface ShownFigures {
  readonly figures: OperatedFigures;
  readonly step: 'day' | 'month';
}

export const FiguresContext = createContext<ShownFigures | null>(null);

/** The figures on screen with the labels of their periods and the texts of their charts. */
export function useFigures() {
  const shown = useContext(FiguresContext);
  if (!shown) throw new Error('this chart is only shown with figures');
  const t = useTexts('figures');
  const { figures, step } = shown;
  const labels = figures.periods.map(({ from }) => (step === 'day' ? dayLabel(from) : monthLabel(from)));
  const seriesOf = (figure: OperatedFigure): FigureSeries =>
    figures.figures.find((one) => one.figure === figure) ?? { figure, values: labels.map(() => null), slices: [] };
  const chartTexts = (title: string, labelTitle = t(step)): ChartTexts => ({
    title,
    labelTitle,
    tableLabel: t('as_table'),
    unknown: t('unknown'),
  });
  const handlingOf = (of: HandlingTimes['of']) => figures.handling.find((one) => one.of === of);
  const vitalOf = (vital: VitalSeries['vital']) => figures.vitals.find((one) => one.vital === vital);
  /** The lines of figures under their names. */
  const linesOf = (names: readonly OperatedFigure[]): ChartSeries[] =>
    names.map((figure) => ({ name: t(`figure_${figure}`), values: seriesOf(figure).values }));
  return { t, figures, labels, seriesOf, chartTexts, handlingOf, vitalOf, linesOf };
}
