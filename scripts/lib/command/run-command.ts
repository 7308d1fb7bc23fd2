import { Refusal } from './command-error.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a command. What it defers on its lifetime is ended, last first, when it is done, fails, or is told to end by
 * Ctrl-C, by SIGTERM or by the end of its parent. A refusal is one line and exit code 1; anything else that fails keeps its trace.
 */
export async function runCommand(command: (lifetime: AsyncDisposableStack) => Promise<void>): Promise<void> {
  const lifetime = new AsyncDisposableStack();
  let isEnding = false;
  const end = async (code?: number) => {
    isEnding = true;
    await lifetime.disposeAsync();
    process.exit(code ?? process.exitCode ?? 0);
  };
  for (const signal of SIGNALS) process.on(signal, () => !isEnding && end(0));
  process.on('disconnect', () => !isEnding && end(0));
  process.channel?.unref();
  try {
    await command(lifetime);
    if (!isEnding) await end();
  } catch (error) {
    if (isEnding) return;
    console.error(error instanceof Refusal ? error.message : error);
    await end(1);
  }
}
