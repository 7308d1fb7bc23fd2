/** Lets a step say how far it is; shown behind its title where the output is a terminal. */
export type Progress = (text: string) => void;

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs one step of a command and shows that it runs, how far it is, and that it is done. */
export async function step<T>(title: string, work: (progress: Progress) => Promise<T>): Promise<T> {
  const began = performance.now();
  const isTerminal = process.stdout.isTTY;
  const redraw = (text: string) => process.stdout.write(`\r\u001b[K  ${title} … ${text}`);
  if (isTerminal) redraw('');
  const result = await work((text) => isTerminal && redraw(text)).catch((error: unknown) => {
    if (isTerminal) process.stdout.write('\n');
    throw error;
  });
  const line = `${title} (${seconds(began)})`;
  process.stdout.write(isTerminal ? `\r\u001b[K✓ ${line}\n` : `✓ ${line}\n`);
  return result;
}
