import { createHash } from 'node:crypto';
import { parseSync } from 'vite';
import { type Span, sqlConditionsIn } from './sql-conditions.ts';

/** A change of one guard that lets through what it stops, or a comparison that is off by one. */
export interface Mutant {
  /** The same as long as the guard keeps its text and its place among equal ones of its file. */
  readonly id: string;
  readonly path: string;
  readonly line: number;
  /** The line in which it begins. */
  readonly lineText: string;
  /** The text that is replaced, with single spaces, and what takes its place. */
  readonly removed: string;
  readonly replacement: string;
  readonly span: Span;
}

export interface FindOptions {
  /** Only conditions of SQL, for files in which a branch chooses between statements and stops nothing. */
  readonly isSqlOnly: boolean;
  /** Also makes `<` from `<=` and the reverse, where the exact bound is promised. */
  readonly hasBounds: boolean;
}

interface Change extends Span {
  readonly replacement: string;
}

/** A node of the syntax tree of ESTree. */
interface Node extends Span {
  readonly type: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value;
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const childrenOf = (node: Node): Node[] => Object.values(node).flatMap((value) => (isNode(value) ? [value] : nodesIn(value)));

/** The name of an identifier, of the method of a call or of a member; '' for other nodes. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return String(node.name);
  if (node.type === 'CallExpression') return nameOf(node.callee);
  return node.type === 'MemberExpression' ? nameOf(node.property) : '';
}

const isCallOf = (node: unknown, name: RegExp): boolean => isNode(node) && node.type === 'CallExpression' && name.test(nameOf(node));

/** Whether a statement leaves its function or loop, or refuses, which throws. */
function leaves(statement: unknown): boolean {
  if (!isNode(statement)) return false;
  if (/^(Return|Throw|Continue|Break)Statement$/.test(statement.type)) return true;
  if (statement.type === 'BlockStatement') return leaves(nodesIn(statement.body).at(-1));
  return statement.type === 'ExpressionStatement' && isCallOf(statement.expression, /^refuse/);
}

/** What a choice gives when its condition stops something: nothing, or a refusal. */
const isNothing = (node: unknown): boolean =>
  isNode(node) &&
  ((node.type === 'Literal' && (node.value === null || node.value === false || node.value === 0)) ||
    nameOf(node) === 'undefined' ||
    isCallOf(node, /^refuse/));

const COMPARISON = /^([<>]=?|[!=]==?|in)$/;

/** Whether the value of an expression is true or false, as far as its form tells. */
const isBoolean = (node: unknown): boolean =>
  isNode(node) &&
  ((node.type === 'BinaryExpression' && COMPARISON.test(String(node.operator))) ||
    (node.type === 'UnaryExpression' && node.operator === '!') ||
    (node.type === 'LogicalExpression' && isBoolean(node.right)) ||
    /^(is|has|can|may|some|every|includes)([A-Z]|$)/.test(nameOf(node)));

/** The operands of a chain of one operator. */
const operandsOf = (node: Node, operator: unknown): Node[] =>
  node.type === 'LogicalExpression' && node.operator === operator
    ? [node.left, node.right].flatMap((side) => (isNode(side) ? operandsOf(side, operator) : []))
    : [node];

const isSqlTemplate = (node: Node): boolean => node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'sql';

class MutantFinder {
  readonly #text: string;
  readonly #options: FindOptions;
  readonly #changes: Change[] = [];

  constructor(text: string, options: FindOptions) {
    this.#text = text;
    this.#options = options;
  }

  /** The changes of all guards below a node. */
  find(program: Node): readonly Change[] {
    this.#visit(program, null);
    return this.#changes;
  }

  #replace({ start, end }: Span, replacement: string): void {
    this.#changes.push({ start, end, replacement });
  }

  #visit(node: Node, parent: Node | null): void {
    if (!this.#options.isSqlOnly) this.#code(node, parent);
    if (node.type === 'CallExpression') this.#query(node);
    if (node.type === 'ArrayExpression') this.#listedConditions(node);
    if (isSqlTemplate(node)) this.#sql(node);
    for (const child of childrenOf(node)) this.#visit(child, node);
  }

  #code(node: Node, parent: Node | null): void {
    if (node.type === 'IfStatement') this.#early(node);
    if (node.type === 'ConditionalExpression') this.#choice(node);
    if (node.type === 'LogicalExpression') this.#chain(node, parent);
    if (node.type === 'BinaryExpression' && this.#options.hasBounds) this.#bound(node);
    if (node.type === 'Property') this.#limit(node);
  }

  /** `if (…) return`: the guard never fires. Alternatives are removed one by one instead. */
  #early({ test, consequent, alternate }: Node): void {
    if (!isNode(test) || alternate || !leaves(consequent)) return;
    if (test.type !== 'LogicalExpression' || test.operator !== '||') this.#replace(test, 'false');
  }

  /** A choice between something and nothing always gives something. */
  #choice({ test, consequent, alternate }: Node): void {
    if (!isNode(test)) return;
    if (isNothing(consequent) && !isNothing(alternate)) this.#replace(test, 'false');
    if (isNothing(alternate) && !isNothing(consequent)) this.#replace(test, 'true');
  }

  /** Each of several conditions. */
  #chain(node: Node, parent: Node | null): void {
    const { operator } = node;
    if (operator === '??' || (parent?.type === 'LogicalExpression' && parent.operator === operator)) return;
    const isTest = parent !== null && ((parent.test === node && 'consequent' in parent) || parent.type === 'UnaryExpression');
    if (!isTest && !isBoolean(node)) return;
    for (const operand of operandsOf(node, operator)) this.#replace(operand, operator === '&&' ? 'true' : 'false');
  }

  /** Drizzle's `and(…)`, and a condition that stands alone in `where(…)`. */
  #query(call: Node): void {
    const parameters = nodesIn(call.arguments);
    const isAnd = isNode(call.callee) && call.callee.type === 'Identifier' && nameOf(call) === 'and';
    if (isAnd && parameters.length > 1) for (const condition of parameters) this.#replace(condition, 'undefined');
    const [only] = parameters;
    const isWhere = isNode(call.callee) && call.callee.type === 'MemberExpression' && nameOf(call) === 'where';
    if (isWhere && only && !isSqlTemplate(only) && nameOf(only) !== 'and') this.#replace(only, 'undefined');
    if (isWhere && only && isSqlTemplate(only)) this.#sql(only, { isCondition: true });
  }

  /** Templates of single conditions in a list. */
  #listedConditions({ elements }: Node): void {
    for (const element of nodesIn(elements)) {
      if (!isSqlTemplate(element) || this.#conditionsOf(element).length > 0) continue;
      const text = this.#text.slice(element.start, element.end);
      if (/^sql`\s*(not|exists)\b|[^-]>|<|=| (in|is|between) /.test(text) && !/^sql(<.*>)?`\s*(select|,)/.test(text))
        this.#replace(element, 'sql`true`');
    }
  }

  #conditionsOf({ quasi }: Node): Span[] {
    if (!isNode(quasi)) return [];
    const parts = nodesIn(quasi.quasis);
    const [first] = parts;
    if (!first) return [];
    const start = first.start + 1;
    // A part includes the signs that delimit it: a backtick, `}` or `${`.
    const values = parts.slice(1).map((part, i) => ({ start: (parts[i]?.end ?? 0) - 2 - start, end: part.start + 1 - start }));
    const found = sqlConditionsIn(this.#text.slice(start, quasi.end - 1), values);
    return found.map((condition) => ({ start: condition.start + start, end: condition.end + start }));
  }

  #sql(template: Node, { isCondition = false } = {}): void {
    const found = this.#conditionsOf(template);
    if (isCondition && found.length === 0) return this.#replace(template, 'undefined');
    if (isCondition) return;
    for (const condition of found) {
      this.#replace(condition, 'true');
      if (this.#options.hasBounds) this.#sqlBound(condition);
    }
  }

  #sqlBound({ start, end }: Span): void {
    const compared = / (<=?|>=?) /.exec(this.#text.slice(start, end));
    if (!compared?.[1]) return;
    const at = start + compared.index + 1;
    this.#replace({ start: at, end: at + compared[1].length }, shifted(compared[1]));
  }

  /** `<` becomes `<=`, and the reverse. */
  #bound({ operator, left, right }: Node): void {
    const sign = String(operator);
    if (!/^[<>]=?$/.test(sign) || !isNode(left) || !isNode(right)) return;
    const at = this.#text.indexOf(sign, left.end);
    this.#replace({ start: at, end: at + sign.length }, shifted(sign));
  }

  /** The number of a limit becomes one that nobody reaches. */
  #limit({ key, value }: Node): void {
    if (nameOf(key) === 'most' && isNode(value) && value.type === 'Literal') this.#replace(value, '1_000_000_000');
  }
}

const shifted = (sign: string): string => (sign.endsWith('=') ? sign.slice(0, -1) : `${sign}=`);

const hash = (...parts: readonly string[]): string => createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 12);

/** What is removed, for people: on one line. */
export const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** All mutants of a source file, in their order. A text that is no TypeScript throws. */
export function findMutants(path: string, text: string, options: FindOptions): Mutant[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0 || !isNode(program)) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const seen = new Map<string, number>();
  const changes = [...new MutantFinder(text, options).find(program)].toSorted((a, b) => a.start - b.start || a.end - b.end);
  return changes.map(({ start, end, replacement }) => {
    const removed = onOneLine(text.slice(start, end));
    const key = hash(path, removed, replacement);
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    const line = text.slice(0, start).split('\n').length;
    const lineText = text.split('\n')[line - 1] ?? '';
    return { id: hash(key, String(nth)), path, line, lineText, removed, replacement, span: { start, end } };
  });
}

/** The text of a file with its guard changed. Spaces keep words apart that the guard kept apart. */
export const mutate = (text: string, { span, replacement }: Mutant): string =>
  `${text.slice(0, span.start)} ${replacement} ${text.slice(span.end)}`;
