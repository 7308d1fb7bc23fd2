import { batch, type Database, type OptionalStatement, type Rows } from '#db/client';
import { CommandError } from '../../scripts/lib/command/command-error.ts';

/** Arguments or options that do not have the form that a verb takes, whatever the database holds. */
export class UsageError extends CommandError {}

/** The database cannot be opened. */
export class UnreachableError extends CommandError {}

/** A word of a command, by its name in the usage. */
export interface Argument {
  readonly about: string;
  readonly isOptional?: true;
  /** It takes all words that are left, joined by spaces. */
  readonly takesRest?: true;
}

/** An option of a verb. Without `value` it is a flag. */
export interface Option {
  readonly about: string;
  /** The name of its value in the usage. */
  readonly value?: string;
  /** The refusal if the option is missing or blank; without it the option may be left out. */
  readonly whenMissing?: string;
}

type Arguments = Readonly<Record<string, Argument>>;
type Options = Readonly<Record<string, Option>>;

type ArgumentValue<A extends Argument> = A extends { readonly isOptional: true } ? string | undefined : string;
type OptionValue<O extends Option> = O extends { readonly value: string }
  ? O extends { readonly whenMissing: string }
    ? string
    : string | undefined
  : boolean;

/** What was typed behind a verb. Arguments that are not optional and options with `whenMissing` are there. */
interface Typed<A extends Arguments, O extends Options> {
  readonly args: { readonly [Name in keyof A]: ArgumentValue<A[Name]> };
  readonly options: { readonly [Name in keyof O]: OptionValue<O[Name]> };
}

/** What a verb prints: text for people, or one JSON value with --json. */
export interface Output {
  readonly text: string;
  readonly json: unknown;
  /** The verb has found something that an operator has to mend; the exit code is then 1. */
  readonly needsAttention?: boolean;
}

/** A change that was checked and can be made. */
export interface Plan {
  /** What the change is, as one sentence. */
  readonly would: string;
  readonly apply: () => Promise<Output>;
}

/** The same as the runner has it, which knows no verb. */
export interface TypedWords {
  readonly args: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string | boolean>>;
}

/** A verb of `npm run site`, as the runner takes it. */
export type Verb = {
  readonly about: string;
  readonly args: Arguments;
  readonly options: Options;
} & (
  | { readonly kind: 'local'; readonly run: (typed: TypedWords) => Promise<Output> }
  | { readonly kind: 'reading'; readonly run: (db: Database, typed: TypedWords) => Promise<Output> }
  | { readonly kind: 'changing'; readonly run: (db: Database, typed: TypedWords) => Promise<Plan> }
);

interface Declaration<A extends Arguments, O extends Options, Result> {
  /** What the verb does, as one line of the help. */
  readonly about: string;
  readonly args: A;
  readonly options: O;
  readonly run: (db: Database, typed: Typed<A, O>) => Promise<Result>;
}

interface LocalDeclaration<A extends Arguments, O extends Options> extends Omit<Declaration<A, O, Output>, 'run'> {
  readonly run: (typed: Typed<A, O>) => Promise<Output>;
}

/** A verb that opens no database. */
export const localVerb = <const A extends Arguments, const O extends Options>(verb: LocalDeclaration<A, O>): Verb =>
  ({ ...verb, kind: 'local' }) as unknown as Verb;

/** A verb that changes nothing. `run` throws a command error for what cannot be done. */
export const readingVerb = <const A extends Arguments, const O extends Options>(verb: Declaration<A, O, Output>): Verb =>
  ({ ...verb, kind: 'reading' }) as unknown as Verb;

/** A verb that changes something. `run` checks and plans the change; it throws a command error for what cannot be done and writes nothing. */
export const changingVerb = <const A extends Arguments, const O extends Options>(verb: Declaration<A, O, Plan>): Verb =>
  ({ ...verb, kind: 'changing' }) as unknown as Verb;

/** A change that is one batch. `done` says what has happened; it throws a command error if the rows show that nothing has. */
export const plannedBatch = <const S extends Readonly<Record<string, OptionalStatement>>>(
  db: Database,
  { would, statements, done }: { readonly would: string; readonly statements: S; readonly done: (rows: Rows<S>) => Output },
): Plan => ({ would, apply: async () => done(await batch(db, statements)) });

/** Throws a command error if a conditional statement wrote no row, because what it depends on changed after it was read. */
export function assertWritten(rows: readonly unknown[], subject: string): void {
  if (rows.length === 0) throw new CommandError(`${subject} has just changed; try again.`);
}
