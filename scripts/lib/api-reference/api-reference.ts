import { ENDPOINTS } from '#contract/all-endpoints';
import type { Endpoint } from '#contract/endpoint';
import { ERROR_CODES, ERROR_STATUS, ErrorBody, FIELD_CODES } from '#contract/errors';
import { CALLERS, inputSchemaOf, type JsonSchema, objectSchemas, outputSchemaOf, refusalsOf } from '../../../worker/development/openapi.ts';
import { blockNotationOf, limitsOf, notationOf } from './schema-notation.ts';

const INTRODUCTION = `# API

Every call of the page and of other programs, made from \`contract/\` by \`npm run openapi\`: change the contract,
not this file. \`/api/docs/openapi.json\` describes the same calls for tools, on a site that runs in development.

- A call goes to the site's own origin. GET takes its input from the query, every other method from a JSON body
  (\`Content-Type: application/json\`), unless the call says otherwise.
- A login sets the cookie \`session\`. Calls for members need it ([product.md](product.md), "Session lifetime").
- On a site with replicas answers to members have the header \`X-Bookmark\` and set the cookie \`bookmark\`. A call
  that carries either is answered with no older state ([product.md](product.md), "Reads from replicas").
- A call that changes something must carry the \`Origin\` of the site ([product.md](product.md), "Origin
  check").
- Types are written as in TypeScript. \`?\` marks what may be left out. Moments are ISO 8601 in UTC.
- Every call may also be refused with \`invalid\` (422), \`internal\` (500) and \`unavailable\` (503), and with
  \`too_many\` (429) by the flood guard of a deployed site. They are not repeated below.
`;

/** Codes that every call can be refused with. */
const COMMON_REFUSALS = new Set(['invalid', 'internal', 'unavailable']);
const escapeTableCell = (text: string) => text.replaceAll('|', '\\|');
const sentenceOf = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
const titleOf = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/** The table of an object's fields; no lines for a schema without properties. */
function fieldsOf(schema: JsonSchema): string[] {
  const { properties = {}, required = [] } = schema;
  const rows = Object.entries(properties).map(([name, field]) => {
    const part = field as JsonSchema;
    const limits = limitsOf(part);
    const optional = required.includes(name) ? '' : '?';
    return `| \`${name}${optional}\` | ${escapeTableCell(`\`${notationOf(part)}\``)} | ${escapeTableCell(limits.join(', '))} |`;
  });
  return rows.length > 0 ? ['', '| Field | Type | Limits |', '|---|---|---|', ...rows] : [];
}

function inputOf(endpoint: Endpoint): string[] {
  if (endpoint.bodyKind === 'raw') return ['', 'Takes the body as it comes and its signature from a header.'];
  if (endpoint.bodyKind === 'file') return ['', 'Takes `multipart/form-data` with one `file`.'];
  const schema = inputSchemaOf(endpoint);
  const fields = fieldsOf(schema);
  if (fields.length > 0) return [...fields];
  const notation = notationOf(schema);
  return notation === '{}' ? [] : ['', 'Takes:', '', '```ts', notation, '```'];
}

function answerOf(endpoint: Endpoint): string[] {
  if (endpoint.answerKind === 'redirect') return ['', 'Answers 302 with the address in `Location`.'];
  if (endpoint.status === 204) return ['', 'Answers 204 without a body.'];
  return ['', `Answers ${endpoint.status ?? 200}: \`${notationOf(outputSchemaOf(endpoint))}\``];
}

/** The limits of a call, by the names of their settings. */
function countersOf({ limits }: Endpoint): string[] {
  if (typeof limits === 'string') return [];
  const names = limits.map((declared) =>
    typeof declared === 'string' ? `\`${declared}\`` : `\`${declared.limit}\` (only with \`${declared.onlyWith}\`)`,
  );
  return ['', `Limited by ${names.join(', ')}.`];
}

function sectionOf(name: string, endpoint: Endpoint): string[] {
  const refusals = refusalsOf(endpoint).filter((code) => !COMMON_REFUSALS.has(code));
  return [
    '',
    `### ${sentenceOf(titleOf(name)).slice(0, -1)}`,
    '',
    `\`${endpoint.method} ${endpoint.path}${endpoint.onlyWithQuery ? `?${endpoint.onlyWithQuery}` : ''}\` · for ${CALLERS[endpoint.who]}`,
    '',
    sentenceOf(endpoint.summary),
    ...inputOf(endpoint),
    ...answerOf(endpoint),
    ...countersOf(endpoint),
    ...(refusals.length > 0 ? ['', `Refused with ${refusals.map((code) => `\`${code}\``).join(', ')}.`] : []),
  ];
}

function refusalSection(): string[] {
  return [
    '',
    '## Refusals',
    '',
    'The body of every refusal:',
    '',
    '```ts',
    notationOf(outputSchemaOf({ output: ErrorBody }))
      .replace(ERROR_CODES.map((code) => JSON.stringify(code)).join(' | '), 'ErrorCode')
      .replace(FIELD_CODES.map((code) => JSON.stringify(code)).join(' | '), 'FieldCode'),
    '```',
    '',
    '| Status | `ErrorCode` |',
    '|---|---|',
    ...[...Map.groupBy(ERROR_CODES, (code) => ERROR_STATUS[code])].map(
      ([status, codes]) => `| ${status} | ${codes.map((code) => `\`${code}\``).join(', ')} |`,
    ),
    '',
    `\`FieldCode\` says what is wrong with one field of a 422: ${FIELD_CODES.map((code) => `\`${code}\``).join(', ')}.`,
  ];
}

function objectSection(): string[] {
  const blocks = Object.entries(objectSchemas()).toSorted(([a], [b]) => a.localeCompare(b));
  return ['', '## Objects', ...blocks.flatMap(([name, schema]) => ['', `### ${name}`, '', '```ts', blockNotationOf(schema), '```'])];
}

/** `docs/api.md`: every endpoint of the contract by feature, with its input, answer and refusals. */
export function apiReference(): string {
  const features = Map.groupBy(Object.entries(ENDPOINTS), ([name]) => name.split('.')[0] ?? '');
  const sections = [...features].flatMap(([feature, endpoints]) => [
    '',
    `## ${sentenceOf(feature).slice(0, -1)}`,
    ...endpoints.flatMap(([name, endpoint]) => sectionOf(name.split('.')[1] ?? name, endpoint)),
  ]);
  return `${[INTRODUCTION.trimEnd(), ...refusalSection(), ...sections, ...objectSection()].join('\n')}\n`;
}
