import { inTurns, timingsNamed } from '../support/measure.ts';
import type { ReportLine } from '../support/report.ts';

const BLOCKS = { blocks: 5, runs: 1, warmUp: 1 };

interface Loads {
  /** Each makes one load and returns its milliseconds. */
  readonly ours: () => Promise<number>;
  /** Null if the site has no twin. */
  readonly twin: (() => Promise<number>) | null;
}

/** The line of a page that is loaded in turns with its static twin. `aim` is in milliseconds. */
export async function compareWithTwin(what: string, aim: number, loads: Loads): Promise<ReportLine> {
  const timings = await inTurns([{ name: 'ours', run: loads.ours }, ...(loads.twin ? [{ name: 'twin', run: loads.twin }] : [])], BLOCKS);
  const ours = timingsNamed(timings, 'ours');
  return {
    what,
    ours: ours.p50,
    limit: timings.get('twin')?.p50 ?? null,
    unit: 'ms',
    aim,
    isAimAbsolute: true,
    spread: [ours.min, ours.max],
  };
}
