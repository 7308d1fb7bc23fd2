/** A node of a parsed module, as far as the plugins here look into one. */
export interface SyntaxNode {
  type?: string;
  start?: number;
  end?: number;
  [key: string]: unknown;
}

export const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A node and all below it, outermost first. */
export function* nodesIn(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one);
  else if (isNode(value)) {
    yield value;
    yield* nodesIn(Object.values(value));
  }
}

export const nameOf = (value: unknown): string => (isNode(value) && typeof value.name === 'string' ? value.name : '');

export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The code with these places rewritten; of two that overlap the outer one holds. */
export function rewrite(code: string, edits: readonly Edit[]): string {
  let written = '';
  let at = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue;
    written += code.slice(at, start) + text;
    at = end;
  }
  return written + code.slice(at);
}
