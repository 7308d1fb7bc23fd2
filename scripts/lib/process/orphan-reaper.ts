import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

// A program: reads from its parent which process groups it has started ("+123") and ended ("-123"). When the parent has ended, even
// by SIGKILL, it ends the groups that are left, so that a killed command or a crashed test leaves no processes behind.
const groups = new Set<number>();

function signal(group: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-group, name);
  } catch {
    groups.delete(group);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const group = Number(line.slice(1));
  if (line.startsWith('+')) groups.add(group);
  else groups.delete(group);
}

for (const group of groups) signal(group, 'SIGTERM');
for (let waited = 0; groups.size > 0 && waited < 3_000; waited += 100) {
  await pause(100);
  for (const group of groups) signal(group, 'SIGTERM');
}
for (const group of groups) signal(group, 'SIGKILL');
