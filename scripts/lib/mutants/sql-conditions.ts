/** A part of a text, from `start` to before `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

type Clause = 'where' | 'having' | 'on' | 'when' | 'list';

/** A clause, a pair of parentheses or a CASE while it is read. */
interface Frame {
  readonly isCase: boolean;
  /** The clause whose conditions are read; null in any other part of a statement. */
  clause: Clause | null;
  /** Where the present condition begins. */
  start: number;
  conditions: Span[];
  /** A condition that is one of several alternatives is no guard by itself. */
  hasOr: boolean;
  /** `between` whose `and` has not come yet. */
  openBetweens: number;
  /** `case when`, not `case value when`. */
  isSearchedCase: boolean;
}

/** Words that end the conditions of a clause, because they begin another part of a statement. */
const ENDS_CONDITIONS = new Set(
  `select insert update delete with values from set into as join left inner cross group order limit offset returning union window do then
    else`.split(/\s+/),
);
const TOKEN = /'(?:[^']|'')*'|[A-Za-z_][\w.]*|[(),]/y;
/** Clauses of which a single condition is a guard. A single one of `on` joins two tables, and a single one of a list is any expression. */
const GUARDS_ALONE: ReadonlySet<Clause> = new Set(['where', 'having', 'when']);

class ConditionReader {
  readonly found: Span[] = [];
  readonly #text: string;
  readonly #frames: Frame[] = [];

  constructor(text: string) {
    this.#text = text;
    this.open(0, false);
  }

  get #frame(): Frame {
    const frame = this.#frames.at(-1);
    if (!frame) throw new Error(`a parenthesis or an end too many in ${this.#text}`);
    return frame;
  }

  /** Begins parentheses, which may hold a list of conditions, or a CASE, which holds them behind `when` only. */
  open(at: number, isCase: boolean): void {
    const clause = isCase ? null : 'list';
    this.#frames.push({ isCase, clause, start: at, conditions: [], hasOr: false, openBetweens: 0, isSearchedCase: false });
  }

  /** Ends the innermost parentheses or CASE. A fragment may end what it did not begin: its end is then that of a whole statement. */
  close(at: number): void {
    this.endClause(at);
    if (this.#frames.length > 1) this.#frames.pop();
  }

  beginClause(clause: Clause, wordStart: number, at: number): void {
    this.endClause(wordStart);
    Object.assign(this.#frame, { clause, start: at, conditions: [], hasOr: false, openBetweens: 0 });
  }

  endClause(at: number): void {
    const frame = this.#frame;
    const { clause, hasOr } = frame;
    if (!clause) return;
    this.#endCondition(at);
    frame.clause = null;
    const least = GUARDS_ALONE.has(clause) ? 1 : 2;
    if (hasOr || frame.conditions.length < least) return;
    this.found.push(...frame.conditions.filter((condition) => !/^(true)?$/i.test(this.#text.slice(condition.start, condition.end))));
  }

  /** Adds the condition that ends here, without the space around it. */
  #endCondition(at: number): void {
    const frame = this.#frame;
    const text = this.#text.slice(frame.start, at);
    const start = frame.start + (text.length - text.trimStart().length);
    frame.conditions.push({ start, end: Math.max(start, frame.start + text.trimEnd().length) });
  }

  word(word: string, start: number, next: string, previous: string): void {
    const frame = this.#frame;
    const end = start + word.length;
    if (word === 'case') this.open(end, true);
    else if (word === 'end' && frame.isCase) this.close(start);
    else if (word === 'when') {
      if (previous === 'case') frame.isSearchedCase = true;
      if (frame.isSearchedCase) this.beginClause('when', start, end);
    } else if (word === 'where' || word === 'having') this.beginClause(word, start, end);
    else if (word === 'on' && next !== 'conflict') this.beginClause('on', start, end);
    else if (word === 'on' || (ENDS_CONDITIONS.has(word) && previous !== 'distinct')) this.endClause(start);
    else if (frame.clause) this.#connective(word, start, end);
  }

  #connective(word: string, start: number, end: number): void {
    const frame = this.#frame;
    if (word === 'between') frame.openBetweens += 1;
    if (word === 'or') frame.hasOr = true;
    if (word !== 'and') return;
    if (frame.openBetweens > 0) {
      frame.openBetweens -= 1;
      return;
    }
    this.#endCondition(start);
    frame.start = end;
  }
}

const wordAt = (text: string, from: number): string => /^\s*([A-Za-z_]+)/.exec(text.slice(from, from + 40))?.[1]?.toLowerCase() ?? '';

/**
 * The conditions of an SQL text that are joined by `and`: those behind `where`, `having`, `on` and `when`, those of a fragment that consists
 * of conditions alone, and those inside parentheses. `values` are the places of the text where values or other fragments are put in.
 * Conditions joined by `or` are alternatives and are left out.
 */
export function sqlConditionsIn(text: string, values: readonly Span[] = []): Span[] {
  const reader = new ConditionReader(text);
  let previous = '';
  let previousValue: Span | undefined;
  for (let at = 0; at < text.length; ) {
    const value = values.find(({ start }) => start === at);
    // A fragment behind another one is the next part of the statement, such as its limit.
    if (value && previousValue && text.slice(previousValue.end, at).trim() === '') reader.endClause(previousValue.end);
    previousValue = value ?? previousValue;
    TOKEN.lastIndex = at;
    const token = value ? undefined : TOKEN.exec(text)?.[0];
    if (token === '(') reader.open(at + 1, false);
    else if (token === ')') reader.close(at);
    else if (token === ',') reader.endClause(at);
    else if (token && !token.startsWith("'")) {
      const word = token.toLowerCase();
      reader.word(word, at, wordAt(text, at + token.length), previous);
      previous = word;
    }
    at = value ? value.end : at + (token?.length ?? 1);
  }
  reader.close(text.length);
  return reader.found.toSorted((a, b) => a.start - b.start);
}
