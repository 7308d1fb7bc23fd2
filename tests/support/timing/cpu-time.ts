/** The CPU time of this thread for a function, in milliseconds; other processes do not add to it. */
export function cpuMsOf(act: () => unknown): number {
  const before = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
