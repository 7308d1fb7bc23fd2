import { readdirSync, readFileSync } from 'node:fs';

/** The unit of a process's CPU time in Linux, in milliseconds. */
const TICK_MS = 10;

/** Name and fields of /proc/<pid>/stat; the name may contain blanks. Null if the process has ended. */
function statOf(pid: string): { name: string; fields: string[] } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    return { name: text.slice(text.indexOf('(') + 1, end), fields: text.slice(end + 2).split(' ') };
  } catch {
    return null;
  }
}

/** The id of the workerd process that a process has started; throws if there is none. */
export function workerdOf(parent: number): string {
  const found = readdirSync('/proc').find((pid) => {
    const stat = /^\d+$/.test(pid) ? statOf(pid) : null;
    return stat?.name === 'workerd' && Number(stat.fields[1]) === parent;
  });
  if (!found) throw new Error(`process ${parent} has no workerd`);
  return found;
}

/** The CPU time of a process so far, user and system, in milliseconds. */
export function cpuOf(pid: string): number {
  const fields = statOf(pid)?.fields ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The resident memory of a process, in kilobytes. Throws if it has ended. */
export function memoryOf(pid: string): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  if (!kilobytes) throw new Error(`process ${pid} is gone`);
  return Number(kilobytes);
}
