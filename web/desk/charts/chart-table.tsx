/** Values of one name, one for each label of the chart; null where it is not known. */
export interface ChartSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

export interface ChartTexts {
  /** What the chart shows; its name for screen readers. */
  readonly title: string;
  /** What the labels are, such as "Day": the head of the first column. */
  readonly labelTitle: string;
  /** The words that open the table. */
  readonly tableLabel: string;
  /** What stands for a value that is not known. */
  readonly unknown: string;
}

export interface ChartProps {
  readonly texts: ChartTexts;
  readonly labels: readonly string[];
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
}

/** The text of a value. */
export const valueText = (value: number | null | undefined, { texts, format }: Pick<ChartProps, 'texts' | 'format'>): string =>
  value === null || value === undefined ? texts.unknown : format(value);

/** A value in the table. One that is not known is a dash for the eye, since columns are narrow, and words for the ear. */
function ValueCell({ value, texts, format }: { value: number | null | undefined } & Pick<ChartProps, 'texts' | 'format'>) {
  const isKnown = value !== null && value !== undefined;
  if (isKnown) return <td>{format(value)}</td>;
  return (
    <td>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{texts.unknown}</span>
    </td>
  );
}

/** The numbers of a chart as a table, which is folded away. It holds all that the picture shows, and exactly. */
export function ChartTable({ texts, labels, series, format }: ChartProps) {
  return (
    <details className="chart-table">
      <summary>{texts.tableLabel}</summary>
      <table>
        <caption className="visually-hidden">{texts.title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.labelTitle}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, i) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {series.map(({ name, values }) => (
                <ValueCell key={name} value={values[i]} texts={texts} format={format} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
