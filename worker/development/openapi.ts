import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { ENDPOINTS, OBJECT_SCHEMAS } from '#contract/all-endpoints';
import type { Endpoint, Who } from '#contract/endpoint';
import { ERROR_STATUS, ErrorBody, type ErrorCode } from '#contract/errors';

export type JsonSchema = ReturnType<typeof toJsonSchema>;
type NamedEndpoint = readonly [name: string, endpoint: Endpoint];

export interface Parameter {
  readonly name: string;
  readonly in: 'query';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

interface Content {
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, { readonly description: string } & Partial<Content>>>;
}

export const CALLERS: Readonly<Record<Who, string>> = {
  everybody: 'everybody',
  members: 'signed-in members',
  confirmed_members: 'members whose email address is confirmed',
  owner: 'the member to whom the named object belongs',
  operators: 'operators who are signed in at the desk',
};

const SESSION = { session: [] } as const;
const DESK = { desk: [] } as const;
const isOpen = ({ bodyKind }: Endpoint) => bodyKind === 'anything' || bodyKind === 'raw';
const hasBody = (endpoint: Endpoint) => endpoint.method !== 'GET' && endpoint.bodyKind !== 'anything';
const statusOf = (endpoint: Endpoint) => (endpoint.answerKind === 'redirect' ? 302 : (endpoint.status ?? 200));

/** Whether success may have no body: it is 204 then. */
const mayBeEmpty = (endpoint: Endpoint) => statusOf(endpoint) === 200 && v.is(endpoint.output, undefined);

/** All refusals of an endpoint: its own and those that every call of its kind can give, by status. */
export function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  const common: ErrorCode[] = ['invalid', 'internal', 'unavailable'];
  if (endpoint.sheds) common.push('busy');
  if (endpoint.bodyKind === 'raw') common.push('too_large');
  if (endpoint.method !== 'GET' && !isOpen(endpoint)) common.push('malformed', 'too_large', 'unsupported_type');
  if ((endpoint.method !== 'GET' || endpoint.changesState) && !isOpen(endpoint)) common.push('bad_origin');
  if (endpoint.who !== 'everybody') common.push('signed_out', 'banned');
  if (endpoint.who === 'confirmed_members') common.push('not_confirmed');
  if (endpoint.leastRole === 'admin') common.push('admins_only');
  if (endpoint.needsConfirmation) common.push('confirm_needed');
  return [...new Set([...(endpoint.errors ?? []), ...common])].toSorted((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b]);
}

const OUTPUT = {
  typeMode: 'output',
  errorMode: 'ignore',
  definitions: OBJECT_SCHEMAS,
  overrideRef: ({ referenceId }: { readonly referenceId: string }) => `#/components/schemas/${referenceId}`,
} as const;

/** What a call takes, as JSON Schema. */
export function inputSchemaOf({ input }: Endpoint): JsonSchema {
  const { $schema, ...schema } = toJsonSchema(input, { typeMode: 'input', errorMode: 'ignore' });
  return schema;
}

/** What a call answers, as JSON Schema, in which the objects of the contract stand by reference. */
export function outputSchemaOf({ output }: Pick<Endpoint, 'output'>): JsonSchema {
  const { $schema, $defs, ...schema } = toJsonSchema(output, OUTPUT);
  return schema;
}

const REFERENCE = /#\/components\/schemas\/(\w+)/g;
const referencesIn = (schema: JsonSchema) => [...JSON.stringify(schema).matchAll(REFERENCE)].map(([, name = '']) => name);

/** The objects to which the answers of all calls refer, and to which those objects refer, by name. */
export function objectSchemas(): Readonly<Record<string, JsonSchema>> {
  const all = toJsonSchemaDefs(OBJECT_SCHEMAS, OUTPUT);
  const used = new Set(Object.values(ENDPOINTS).flatMap((endpoint) => referencesIn(outputSchemaOf(endpoint))));
  // A set goes through what is added meanwhile, too.
  for (const name of used) for (const inner of referencesIn(all[name] ?? {})) used.add(inner);
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
}

/** The query of an endpoint: its input if it has no body, and the key that tells it from others at its path. */
function parametersOf(endpoint: Endpoint): Parameter[] {
  const { properties = {}, required = [] } = inputSchemaOf(endpoint);
  const ofInput = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query' as const,
    required: required.includes(name),
    schema: schema as JsonSchema,
  }));
  if (!hasBody(endpoint)) return ofInput;
  return endpoint.onlyWithQuery ? [{ name: endpoint.onlyWithQuery, in: 'query', required: true, schema: { type: 'string' } }] : [];
}

/** The media type of a request's body and its schema. A provider's own body has no schema here, and a file none in JSON. */
function bodyOf(endpoint: Endpoint): readonly [type: string, schema: JsonSchema] {
  if (endpoint.bodyKind === 'raw') return ['*/*', {}];
  const schema = inputSchemaOf(endpoint);
  if (endpoint.bodyKind !== 'file') return ['application/json', schema];
  return ['multipart/form-data', { ...schema, properties: { file: { type: 'string', format: 'binary' } } }];
}

function answerOf(endpoint: Endpoint): readonly [type: string, schema: JsonSchema] | null {
  const status = statusOf(endpoint);
  if (status === 302 || status === 204) return null;
  const schema = outputSchemaOf(endpoint);
  const [only, ...others] = schema.anyOf?.filter((option) => Object.keys(option).length > 0) ?? [];
  const isOne = mayBeEmpty(endpoint) && typeof only === 'object' && others.length === 0;
  return [endpoint.answerKind === 'text' ? 'text/plain' : 'application/json', isOne ? (only as JsonSchema) : schema];
}

/** Schemas of calls that share a path and method: whatever one of them takes or answers. */
function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [only] = different;
  return only && different.length === 1 ? only : { anyOf: different };
}

function contentOf(parts: readonly (readonly [type: string, schema: JsonSchema])[]): Partial<Content> {
  if (parts.length === 0) return {};
  const byType = Map.groupBy(parts, ([type]) => type);
  return { content: Object.fromEntries([...byType].map(([type, same]) => [type, { schema: anyOf(same.map(([, schema]) => schema)) }])) };
}

/** The parameters of all; a call that has one does not need those of another. */
function sharedParameters(endpoints: readonly Endpoint[]): Parameter[] {
  const byName = Map.groupBy(endpoints.flatMap(parametersOf), ({ name }) => name);
  return [...byName].map(([name, same]) => ({
    name,
    in: 'query',
    required: same.length === endpoints.length && same.every(({ required }) => required),
    schema: anyOf(same.map(({ schema }) => schema)),
  }));
}

function responsesOf(endpoints: readonly Endpoint[]): Operation['responses'] {
  const successes = Map.groupBy(endpoints, statusOf);
  const refusals = Map.groupBy(new Set(endpoints.flatMap(refusalsOf)), (code) => ERROR_STATUS[code]);
  return {
    ...Object.fromEntries(
      [...successes].map(([status, same]) => {
        const answers = same.map(answerOf).filter((answer) => answer !== null);
        return [status, { description: 'success', ...contentOf(answers) }];
      }),
    ),
    ...(endpoints.some(mayBeEmpty) && { 204: { description: 'success, and nothing to answer' } }),
    ...Object.fromEntries(
      [...refusals].map(([status, codes]) => {
        const schema = { $ref: '#/components/schemas/Error' };
        return [status, { description: codes.join(', '), content: { 'application/json': { schema } } }];
      }),
    ),
  };
}

function securityOf(endpoints: readonly Endpoint[]): Operation['security'] {
  const isPublic = endpoints.some(({ who }) => who === 'everybody');
  const isOfMembers = endpoints.some(({ who }) => who !== 'everybody');
  if (!isOfMembers) return [];
  const cookie = endpoints.some(({ who }) => who === 'operators') ? DESK : SESSION;
  return isPublic ? [{}, cookie] : [cookie];
}

const describe = ({ who, onlyWithQuery }: Endpoint): string =>
  `For ${CALLERS[who]}.${onlyWithQuery ? ` With the query key \`${onlyWithQuery}\`.` : ''}`;

/** One operation of OpenAPI: an endpoint, or several that share path and method and are told apart by a key of the query. */
function operationOf(named: readonly NamedEndpoint[]): Operation {
  const endpoints = named.map(([, endpoint]) => endpoint);
  const bodies = endpoints.filter(hasBody);
  const parameters = sharedParameters(endpoints);
  return {
    operationId: named.map(([name]) => name).join('-or-'),
    summary: endpoints.map(({ summary }) => summary).join(' / '),
    description: endpoints.map(describe).join(' / '),
    security: securityOf(endpoints),
    ...(parameters.length > 0 && { parameters }),
    ...(bodies.length > 0 && { requestBody: contentOf(bodies.map(bodyOf)) as Content }),
    responses: responsesOf(endpoints),
  };
}

/** The OpenAPI 3.1 description of every endpoint of the contract. */
export function openApi() {
  const byPath = Map.groupBy(Object.entries(ENDPOINTS), ([, { path }]) => path);
  const paths = [...byPath].map(([path, ofPath]) => {
    const byMethod = Map.groupBy(ofPath, ([, { method }]) => method.toLowerCase());
    return [path, Object.fromEntries([...byMethod].map(([method, named]) => [method, operationOf(named)]))] as const;
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Vonk', version: '1', license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' } },
    servers: [{ url: '/', description: 'The site itself.' }],
    paths: Object.fromEntries(paths) as Readonly<Record<string, Readonly<Record<string, Operation>>>>,
    components: {
      schemas: { ...objectSchemas(), Error: outputSchemaOf({ output: ErrorBody }) },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Set by a login.' },
        desk: { type: 'apiKey', in: 'cookie', name: '__Host-desk', description: 'Set by a login of an operator.' },
      },
    },
  };
}
