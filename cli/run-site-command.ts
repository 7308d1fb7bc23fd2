import { parseArgs } from 'node:util';
import { type Database, isDatabaseUnreachable, violatedConstraint } from '#db/client';
import { CommandError } from '../scripts/lib/command/command-error.ts';
import { AREAS } from './commands.ts';
import { escapeControls, escapeControlsInJson } from './lib/terminal-text.ts';
import { areaHelp, isVerb, optionsOf, siteHelp, synopsisOf, verbHelp } from './lib/usage.ts';
import { type Output, type TypedWords, UnreachableError, UsageError, type Verb } from './lib/verb.ts';

/** How a command ends, and what it prints. */
export interface Outcome {
  /** 0 done, 1 refused or in need of attention, 2 wrong usage, 3 database not reachable (docs/operating.md, "Exit codes"). */
  readonly exitCode: 0 | 1 | 2 | 3;
  readonly stdout: string;
  readonly stderr: string;
}

type Target = { readonly verb: Verb; readonly name: string; readonly words: readonly string[] };

/** The words before `--`, behind which nothing is an option. */
const beforeTerminator = (words: readonly string[]) => (words.includes('--') ? words.slice(0, words.indexOf('--')) : words);

/** The verb that the words name. Throws a usage error with the usage if there is none. */
function findVerb([areaName = '', verbName = '', ...words]: readonly string[]): Target {
  const area = Object.hasOwn(AREAS, areaName) ? AREAS[areaName] : undefined;
  if (!area) throw new UsageError(`${areaName === '' ? '' : `There is no area ${areaName}.\n`}${siteHelp(AREAS)}`);
  const { verbs } = area;
  if (isVerb(verbs)) return { verb: verbs, name: areaName, words: verbName === '' ? [] : [verbName, ...words] };
  const verb = Object.hasOwn(verbs, verbName) ? verbs[verbName] : undefined;
  if (verb) return { verb, name: `${areaName} ${verbName}`, words };
  throw new UsageError(`${verbName === '' ? '' : `There is no verb ${verbName}.\n`}${areaHelp(areaName, area)}`);
}

/** The help that --help asks for behind these words: of a verb, of an area or of all. Throws a usage error if they name none. */
function helpFor([areaName = '', verbName = '']: readonly string[]): string {
  if (areaName.startsWith('-')) return siteHelp(AREAS);
  const area = Object.hasOwn(AREAS, areaName) ? AREAS[areaName] : undefined;
  if (area && verbName.startsWith('-')) return areaHelp(areaName, area);
  const { verb, name } = findVerb([areaName, verbName]);
  return verbHelp(name, verb);
}

/** The arguments by their names. Throws a usage error for a missing one and for words that no argument takes. */
function argumentsOf({ verb, name }: Target, positionals: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  let left = [...positionals];
  for (const [label, { isOptional, takesRest }] of Object.entries(verb.args)) {
    const [word, ...rest] = takesRest && left.length > 0 ? [left.join(' ')] : left;
    if (word === undefined && !isOptional) throw new UsageError(`${label} is missing. Usage: ${synopsisOf(name, verb)}`);
    if (word !== undefined) values[label] = word;
    left = rest;
  }
  const [more] = left;
  if (more !== undefined) throw new UsageError(`Unexpected argument ${more}. Usage: ${synopsisOf(name, verb)}`);
  return values;
}

/** Ids of members, reports and the like can begin with the sign of an option. */
const ID_LIKE_OPTION = /^-[\w-]{21}$/;
/** Stands before such an id while options are parsed; no terminal passes it on in a word. */
const ID_MARK = '\u0000';
const markIds = (words: readonly string[]) => words.map((word) => (ID_LIKE_OPTION.test(word) ? `${ID_MARK}${word}` : word));
const unmarkId = (word: string) => (word.startsWith(ID_MARK) ? word.slice(1) : word);

/** What was typed behind a verb. Throws a usage error for unknown options and missing values. */
function parseTyped(target: Target): { readonly isDryRun: boolean; readonly typed: TypedWords } {
  const { verb, name, words } = target;
  const declared = Object.entries(optionsOf(verb));
  const options = Object.fromEntries(
    declared.map(([label, { value }]) => [
      label,
      value === undefined ? { type: 'boolean' as const, default: false } : { type: 'string' as const },
    ]),
  );
  let parsed: { readonly values: Readonly<Record<string, string | boolean | undefined>>; readonly positionals: readonly string[] };
  try {
    parsed = parseArgs({ args: markIds(words), options, allowPositionals: true });
  } catch (error) {
    const [fault] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
    throw new UsageError(`${fault}. Usage: ${synopsisOf(name, verb)}`);
  }
  const values = Object.fromEntries(
    Object.entries(parsed.values).flatMap(([label, value]) =>
      value === undefined ? [] : [[label, typeof value === 'string' ? unmarkId(value) : value]],
    ),
  );
  const args = argumentsOf(target, parsed.positionals.map(unmarkId));
  for (const [label, { whenMissing }] of declared)
    if (whenMissing !== undefined && String(values[label] ?? '').trim() === '') throw new UsageError(whenMissing);
  return { isDryRun: values['dry-run'] === true, typed: { args, options: values } };
}

async function runVerb(target: Target, openDb: () => Promise<Database>): Promise<Output> {
  const { isDryRun, typed } = parseTyped(target);
  if (target.verb.kind === 'local') return target.verb.run(typed);
  const db = await openDb();
  if (target.verb.kind === 'reading') return target.verb.run(db, typed);
  const { would, apply } = await target.verb.run(db, typed);
  return isDryRun ? { text: `Dry run, nothing has changed. ${would}`, json: { is_dry_run: true, would } } : apply();
}

interface Failure {
  readonly code: 'refused' | 'usage' | 'unreachable' | 'internal';
  readonly exitCode: 1 | 2 | 3;
  readonly message: string;
}

const UNREACHABLE = 'The database cannot be reached, or refuses DB_TOKEN. Look at DB_URL and DB_TOKEN.';

/** The messages of an error and of its causes. */
function messagesOf(error: unknown): string {
  const messages: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) messages.push(cause.message);
  return messages.join('\n');
}

/** What an error means to the operator; `internal` for errors that nobody expected. */
function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError) return { code: 'usage', exitCode: 2, message };
  if (error instanceof UnreachableError) return { code: 'unreachable', exitCode: 3, message };
  if (error instanceof CommandError) return { code: 'refused', exitCode: 1, message };
  if (/no such (table|column)/.test(messagesOf(error)))
    return { code: 'refused', exitCode: 1, message: 'The schema of the database does not fit this version. Mend: npm run migrate' };
  if (violatedConstraint(error) !== null)
    return { code: 'refused', exitCode: 1, message: 'What this change depends on has just changed; try again.' };
  if (isDatabaseUnreachable(error)) return { code: 'unreachable', exitCode: 3, message: UNREACHABLE };
  return { code: 'internal', exitCode: 1, message };
}

const jsonText = (value: unknown) => escapeControlsInJson(JSON.stringify(value));

/**
 * Runs the command that the words behind `npm run site --` name, and gives what it prints. With --json that is one JSON value, also for a
 * failure. Throws errors that nobody expected, unless JSON was asked for.
 */
export async function runSiteCommand(words: readonly string[], openDb: () => Promise<Database>): Promise<Outcome> {
  const options = beforeTerminator(words);
  const isJson = options.includes('--json');
  const print = (output: Output) => (isJson ? jsonText(output.json) : escapeControls(output.text));
  try {
    if (options.includes('--help')) {
      const help = helpFor(words);
      return { exitCode: 0, stdout: print({ text: help, json: { usage: help } }), stderr: '' };
    }
    const output = await runVerb(findVerb(words), openDb);
    return { exitCode: output.needsAttention ? 1 : 0, stdout: print(output), stderr: '' };
  } catch (error) {
    const { code, exitCode, message } = failureOf(error);
    if (isJson) return { exitCode, stdout: jsonText({ error: { code, message } }), stderr: '' };
    if (code === 'internal') throw error;
    return { exitCode, stdout: '', stderr: escapeControls(message) };
  }
}
