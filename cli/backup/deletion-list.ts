import { readFile } from 'node:fs/promises';
import type { Deletion } from '#db/queries/backup/deletions';
import { CommandError } from '../../scripts/lib/command/command-error.ts';

/** A line of the list: the id of an erased account, or that of a deleted one and the time of its deletion. */
const LINE = /^([\w-]{1,64})(?: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z))?$/;

export const deletionLine = ({ id, deletedAt }: Deletion): string =>
  deletedAt === null ? id : `${id} ${new Date(deletedAt).toISOString()}`;

/** Reads a list of deletions. Throws a command error if it cannot be read or a line is none of the list. */
export async function readDeletions(path: string): Promise<Deletion[]> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CommandError(`${path} cannot be read.`);
  });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [, id, time] = LINE.exec(line.trim()) ?? [];
    const deletedAt = time === undefined ? null : Date.parse(time);
    if (id === undefined || Number.isNaN(deletedAt)) throw new CommandError(`${path} has a line that is no deletion: ${line.slice(0, 80)}`);
    return { id, deletedAt };
  });
}
