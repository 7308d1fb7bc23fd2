import { useId } from 'react';
import { chartScale } from './chart-scale.ts';
import { type ChartProps, ChartTable, valueText } from './chart-table.tsx';
import './charts.css';

const WIDTH = 400;
const HEIGHT = 12;
/** A value that is not 0 stays visible. */
const LEAST_WIDTH = 2;

const widthOf = (value: number, most: number): number => (value === 0 ? 0 : Math.max(LEAST_WIDTH, (value / most) * WIDTH));

/** One bar for each label, such as reasons, with its value beside it. Shows the first series; the table behind it has all. */
export function BarChart(props: ChartProps) {
  const { texts, labels, series } = props;
  const titleId = useId();
  const values = series[0]?.values ?? [];
  const { most } = chartScale(values.filter((value) => value !== null));
  return (
    <figure className="chart" aria-labelledby={titleId}>
      <figcaption id={titleId}>{texts.title}</figcaption>
      <ul className="chart-bars">
        {labels.map((label, i) => (
          <li key={label}>
            <span>{label}</span>
            <strong>{valueText(values[i], props)}</strong>
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
              <rect className="chart-track" width={WIDTH} height={HEIGHT} />
              <rect className="chart-bar" width={widthOf(values[i] ?? 0, most)} height={HEIGHT} />
            </svg>
          </li>
        ))}
      </ul>
      <ChartTable {...props} />
    </figure>
  );
}
