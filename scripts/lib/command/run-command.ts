import { CommandError } from './command-error.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a command and exits. `lifetime` is disposed when the command is done or fails, on Ctrl-C, SIGTERM or SIGHUP, and when the parent
 * ends. On an error the exit code is 1; of a command error only the message is printed, of other errors the stack trace, too.
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
    console.error(error instanceof CommandError ? error.message : error);
    await end(1);
  }
}
