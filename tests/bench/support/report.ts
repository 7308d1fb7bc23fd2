/** One line of a benchmark: the measured figure, the limit measured in the same run, and the aim. */
export interface ReportLine {
  readonly what: string;
  readonly ours: number;
  readonly limit: number | null;
  readonly unit: string;
  /** The highest ratio of `ours` to `limit`, or the highest figure if there is no limit; null for a part of another line's figure. */
  readonly aim: number | null;
  /** The aim is a figure and not a ratio, although there is a limit. */
  readonly isAimAbsolute?: true;
  /** The aim is the lowest figure and not the highest, as of a score. */
  readonly isAimLeast?: true;
  readonly spread?: readonly [number, number];
}

const round = (value: number) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));
const isOfFigure = ({ limit, isAimAbsolute }: ReportLine) => limit === null || isAimAbsolute === true;
function isReached(line: ReportLine): boolean {
  if (line.aim === null) return true;
  const figure = isOfFigure(line) ? line.ours : ratioOf(line);
  return line.isAimLeast ? figure >= line.aim : figure <= line.aim;
}
export const ratioOf = ({ ours, limit }: ReportLine) => (limit === null ? ours : ours / limit);

/** Prints the lines as a table and as JSON on one line. `site` is the name of the measured site, if it is not our own. */
export function report(id: string, lines: readonly ReportLine[], site = 'ours'): void {
  console.log(`\n${id}`);
  console.table(
    Object.fromEntries(
      lines.map((line) => [
        line.what,
        {
          [site]: `${round(line.ours)} ${line.unit}`,
          limit: line.limit === null ? '' : `${round(line.limit)} ${line.unit}`,
          ratio: line.limit === null ? '' : round(ratioOf(line)),
          aim: line.aim === null ? '' : `${line.isAimLeast ? '≥' : '≤'} ${line.aim}${isOfFigure(line) ? ` ${line.unit}` : ''}`,
          reached: line.aim === null ? '' : isReached(line) ? 'yes' : 'NO',
          spread: line.spread ? `${round(line.spread[0])}–${round(line.spread[1])}` : '',
        },
      ]),
    ),
  );
  console.log(
    JSON.stringify({ bench: id, site, lines: lines.map((line) => ({ ...line, ratio: ratioOf(line), reached: isReached(line) })) }),
  );
}

/** Throws if a result is wrong, which ends the benchmark: the time of a wrong result says nothing. */
export function assertCorrect(isRight: boolean, what: string): void {
  if (!isRight) throw new Error(`wrong answer: ${what}`);
}
