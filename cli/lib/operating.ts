import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { ImpossibleAct, type WhyImpossible } from '../../worker/domain/operating/impossible-act.ts';

/** Whoever runs this command, as the one who acts. */
export const COMMAND_LINE = { kind: 'command_line' } as const;

/** Runs an act; throws a command error with the words for why it cannot be done. */
export async function orCommandError<T>(words: Readonly<Partial<Record<WhyImpossible, string>>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImpossibleAct) throw new CommandError(words[error.why] ?? 'It has just changed; try again.');
    throw error;
  }
}
