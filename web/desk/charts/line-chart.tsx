import { useId, useState } from 'react';
import { type ChartScale, chartScale, lineParts } from './chart-scale.ts';
import { type ChartProps, type ChartSeries, ChartTable, valueText } from './chart-table.tsx';
import { useWidth } from './use-width.ts';
import './charts.css';

/** Until the chart has been measured. */
const USUAL_WIDTH = 640;
const HEIGHT = 220;
const [RIGHT, TOP, BOTTOM] = [8, 12, 28];
/** Room for the numbers of the axis: a gap, and as much as a digit of their size takes. */
const [AXIS_GAP, DIGIT_WIDTH] = [12, 7];

interface Frame {
  readonly scale: ChartScale;
  readonly count: number;
  readonly width: number;
  /** Where the axis stands. */
  readonly left: number;
}

/** The place of a label, evenly spread; a single one stands in the middle. */
const xOf = (index: number, { count, width, left }: Frame): number =>
  left + (count > 1 ? index / (count - 1) : 0.5) * (width - left - RIGHT);
const yOf = (value: number, { scale }: Frame): number => HEIGHT - BOTTOM - (value / scale.most) * (HEIGHT - TOP - BOTTOM);

/** The line of a series. A part of a single value is a dot, since a line of one point shows nothing. */
function SeriesLine({ series, place, frame }: { readonly series: ChartSeries; readonly place: number; readonly frame: Frame }) {
  return (
    <g className={`chart-series chart-series-${place}`}>
      {lineParts(series.values).map((part) => {
        const [first] = part;
        if (part.length === 1 && first)
          return <circle key={first.index} cx={xOf(first.index, frame)} cy={yOf(first.value, frame)} r={3} className="chart-dot" />;
        const points = part.map(({ index, value }) => `${xOf(index, frame)},${yOf(value, frame)}`);
        return <polyline key={first?.index} points={points.join(' ')} />;
      })}
    </g>
  );
}

function Axis({ frame, format }: { readonly frame: Frame; readonly format: ChartProps['format'] }) {
  return (
    <g className="chart-axis">
      {frame.scale.ticks.map((tick) => (
        <g key={tick}>
          <line x1={frame.left} x2={frame.width - RIGHT} y1={yOf(tick, frame)} y2={yOf(tick, frame)} />
          <text x={frame.left - 8} y={yOf(tick, frame)} textAnchor="end" dominantBaseline="middle">
            {format(tick)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** The first, the middle and the last label below the chart. */
function Labels({ labels, frame }: { readonly labels: readonly string[]; readonly frame: Frame }) {
  const last = labels.length - 1;
  const shown = [...new Set([0, Math.floor(last / 2), last])];
  const anchorOf = (index: number) => (last > 0 && index === 0 ? 'start' : last > 0 && index === last ? 'end' : 'middle');
  return (
    <g className="chart-axis">
      {shown.map((index) => (
        <text key={index} x={xOf(index, frame)} y={HEIGHT - 8} textAnchor={anchorOf(index)}>
          {labels[index]}
        </text>
      ))}
    </g>
  );
}

/** The place of everything for some values and a width. */
function frameOf({ series, labels, format }: ChartProps, width: number): Frame {
  const scale = chartScale(series.flatMap(({ values }) => values.filter((value) => value !== null)));
  const longest = Math.max(...scale.ticks.map((tick) => format(tick).length));
  return { scale, count: labels.length, width, left: AXIS_GAP + longest * DIGIT_WIDTH };
}

/**
 * Lines over a row of labels, such as days; no value is negative. The slider below moves along the labels by arrow keys, pointer or touch, and says the
 * values of each. There must be at least one label.
 */
export function LineChart(props: ChartProps) {
  const { texts, labels, series, format } = props;
  const titleId = useId();
  const [picture, width] = useWidth<SVGSVGElement>(USUAL_WIDTH);
  const [chosen, setChosen] = useState(labels.length - 1);
  const index = Math.min(chosen, labels.length - 1);
  const frame = frameOf(props, width);
  const told = `${labels[index]}: ${series.map(({ name, values }) => `${name} ${valueText(values[index], props)}`).join(', ')}`;
  return (
    <figure className="chart" aria-labelledby={titleId}>
      <figcaption id={titleId}>{texts.title}</figcaption>
      <svg ref={picture} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={texts.title}>
        <Axis frame={frame} format={format} />
        <Labels labels={labels} frame={frame} />
        <line className="chart-cursor" x1={xOf(index, frame)} x2={xOf(index, frame)} y1={TOP} y2={HEIGHT - BOTTOM} />
        {series.map((one, place) => (
          <SeriesLine key={one.name} series={one} place={place} frame={frame} />
        ))}
      </svg>
      {labels.length > 1 && (
        <input
          type="range"
          className="chart-slider"
          min={0}
          max={labels.length - 1}
          value={index}
          aria-label={texts.title}
          aria-valuetext={told}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
      )}
      <ul className="chart-legend">
        {series.map(({ name, values }, place) => (
          <li key={name} className={`chart-series-${place}`}>
            <svg viewBox="0 0 24 8" aria-hidden="true" className="chart-key">
              <line x1={0} x2={24} y1={4} y2={4} />
            </svg>
            {name} <strong>{valueText(values[index], props)}</strong>
          </li>
        ))}
      </ul>
      <p className="chart-place">{labels[index]}</p>
      <ChartTable {...props} />
    </figure>
  );
}
