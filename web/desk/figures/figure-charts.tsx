import type { OperatedFigure } from '#contract/operator/operated-figures';
import { formatNumber } from '../../i18n/format.ts';
import { BarChart } from '../charts/bar-chart.tsx';
import { LineChart } from '../charts/line-chart.tsx';
import { useFigures } from './figures-context.ts';

/** Lines of up to four figures over the periods. */
export function FigureLines({ title, of }: { readonly title: string; readonly of: readonly OperatedFigure[] }) {
  const { labels, linesOf, chartTexts } = useFigures();
  return <LineChart texts={chartTexts(title)} labels={labels} series={linesOf(of)} format={formatNumber} />;
}

interface BarsProps {
  readonly title: string;
  /** What the bars stand for: the head of the first column of the table. */
  readonly labelTitle: string;
  /** Labels have to differ. */
  readonly bars: readonly { readonly label: string; readonly count: number }[];
}

/** Bars of the whole span; without any, a sentence in their place. */
export function FigureBars({ title, labelTitle, bars }: BarsProps) {
  const { t, chartTexts } = useFigures();
  if (bars.every(({ count }) => count === 0))
    return (
      <p className="figures-none">
        <span>{title}</span> <span className="muted">{t('nothing')}</span>
      </p>
    );
  return (
    <BarChart
      texts={chartTexts(title, labelTitle)}
      labels={bars.map(({ label }) => label)}
      series={[{ name: t('count'), values: bars.map(({ count }) => count) }]}
      format={formatNumber}
    />
  );
}

/** Bars with the same label as one, in the order in which they come. */
export function mergedBars(bars: readonly { readonly label: string; readonly count: number }[]) {
  return [...Map.groupBy(bars, ({ label }) => label)]
    .map(([label, own]) => ({ label, count: own.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((a, b) => b.count - a.count);
}
