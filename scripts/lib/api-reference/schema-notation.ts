import type { JsonSchema } from '../../../worker/development/openapi.ts';

type Part = JsonSchema | boolean;

const BOUNDS = [
  ['minLength', 'at least', 'characters'],
  ['maxLength', 'at most', 'characters'],
  ['minimum', 'at least', ''],
  ['maximum', 'at most', ''],
  ['maxItems', 'at most', 'entries'],
] as const;

const literal = (value: unknown): string => JSON.stringify(value);

function objectNotation({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const members = Object.entries(properties).map(([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${notationOf(schema)}`);
  if (typeof additionalProperties === 'object') members.push(`[name]: ${notationOf(additionalProperties)}`);
  return members.length > 0 ? `{ ${members.join('; ')} }` : '{}';
}

function arrayNotation({ items, prefixItems }: JsonSchema): string {
  if (prefixItems) return `[${prefixItems.map(notationOf).join(', ')}]`;
  if (items === undefined || Array.isArray(items)) return 'any[]';
  const entry = notationOf(items);
  return entry.includes(' | ') ? `(${entry})[]` : `${entry}[]`;
}

/** A JSON Schema in the notation of a TypeScript type, such as `{ id: string; age?: number | null }`. */
export function notationOf(schema: Part): string {
  if (typeof schema === 'boolean') return schema ? 'any' : 'never';
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'any';
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.map(notationOf))].join(' | ');
  if (schema.allOf) return schema.allOf.map(notationOf).join(' & ');
  if (schema.type === 'array') return arrayNotation(schema);
  if (schema.type === 'object') return objectNotation(schema);
  return typeof schema.type === 'string' ? schema.type : 'any';
}

/** An object's schema in the same notation, with one member a line. */
export function blockNotationOf(schema: JsonSchema): string {
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, member]) => `  ${name}${schema.required?.includes(name) ? '' : '?'}: ${notationOf(member)};`,
  );
  return ['{', ...members, '}'].join('\n');
}

/** What a type does not say of a value: bounds of length and size, pattern, format, default. */
export function limitsOf(schema: JsonSchema): string[] {
  const bounds = BOUNDS.flatMap(([key, words, unit]) => (schema[key] === undefined ? [] : [`${words} ${schema[key]} ${unit}`.trim()]));
  return [
    ...bounds,
    ...(schema.pattern ? [`matches \`${schema.pattern}\``] : []),
    ...(schema.format ? [schema.format] : []),
    ...(schema.default === undefined ? [] : [`\`${literal(schema.default)}\` if left out`]),
  ];
}
