/** How long this thread worked for it, in milliseconds; a busy machine makes it no longer. */
export function msOfWork(act: () => unknown): number {
  const before = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
