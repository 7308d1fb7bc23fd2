import { readFile } from 'node:fs/promises';
import { parseEnv as parseEnvLines } from 'node:util';
import { CommandError } from '../command/command-error.ts';

/** The values of JSON as text, or null if it is no object of texts. */
function textsOf(json: string): Record<string, string> | null {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const entries = Object.entries(value);
    return entries.every(([, text]) => typeof text === 'string') ? (Object.fromEntries(entries) as Record<string, string>) : null;
  } catch {
    return null;
  }
}

/**
 * The secrets of a file in one of the forms that `wrangler secret bulk` takes: a JSON object of texts, or lines `NAME=value`. Throws a command
 * error if it cannot be read or has neither form. No message repeats a value.
 */
export async function readSecretsFile(path: string): Promise<Readonly<Record<string, string>>> {
  const content = await readFile(path, 'utf8').catch(() => {
    throw new CommandError(`The file of secrets ${path} cannot be read.`);
  });
  const isJson = content.trimStart().startsWith('{');
  const values = isJson ? textsOf(content) : parseEnvLines(content);
  if (values === null || Object.keys(values).length === 0)
    throw new CommandError(`The file of secrets ${path} is neither a JSON object of texts nor lines NAME=value.`);
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
