/** Shows how far a step is, behind its title; does nothing if the output is no terminal. */
export type Progress = (text: string) => void;

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs one step of a command; prints its progress and, when it is done, its duration. An error is passed on. */
export async function runStep<T>(title: string, work: (progress: Progress) => Promise<T>): Promise<T> {
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
