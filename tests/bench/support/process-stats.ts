import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts a process's time in hundredths of a second. */
const TICK_MS = 10;

/** The fields of /proc/<pid>/stat behind the name, which may hold blanks itself; null when the process is gone. */
function statOf(pid: string): { name: string; fields: string[] } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    return { name: text.slice(text.indexOf('(') + 1, end), fields: text.slice(end + 2).split(' ') };
  } catch {
    return null;
  }
}

/** The workerd that a process has started, by its id. */
export function workerdOf(parent: number): string {
  const found = readdirSync('/proc').find((pid) => {
    const stat = /^\d+$/.test(pid) ? statOf(pid) : null;
    return stat?.name === 'workerd' && Number(stat.fields[1]) === parent;
  });
  if (!found) throw new Error(`process ${parent} has no workerd`);
  return found;
}

/** The CPU time a process has taken so far, its own and the system's for it, in milliseconds. */
export function cpuOf(pid: string): number {
  const fields = statOf(pid)?.fields ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The memory a process holds at present, in kilobytes. */
export function memoryOf(pid: string): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  if (!kilobytes) throw new Error(`process ${pid} is gone`);
  return Number(kilobytes);
}
