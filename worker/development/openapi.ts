import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { ENDPOINTS } from '#contract/all-endpoints';
import type { Endpoint } from '#contract/endpoint';
import { ERROR_STATUS, ErrorBody, type ErrorCode } from '#contract/errors';

/** Refusals that every call of a kind can give, beside its own. */
function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  const common: ErrorCode[] = ['invalid', 'internal', 'unavailable'];
  const isOpen = endpoint.takes === 'anything' || endpoint.takes === 'raw';
  if (endpoint.takes === 'raw') common.push('too_large');
  if (endpoint.method !== 'GET' && !isOpen) common.push('malformed', 'too_large', 'unsupported_type');
  if ((endpoint.method !== 'GET' || endpoint.changesState) && !isOpen) common.push('bad_origin');
  if (endpoint.who !== 'P') common.push('signed_out', 'banned');
  if (endpoint.who === 'C') common.push('not_confirmed');
  return [...new Set([...(endpoint.errors ?? []), ...common])].toSorted((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b]);
}

const shapeOf = (schema: v.GenericSchema, typeMode: 'input' | 'output') => {
  const { $schema, ...shape } = toJsonSchema(schema as v.GenericSchema, { typeMode, errorMode: 'ignore' });
  return shape;
};

function operationOf(name: string, endpoint: Endpoint) {
  const input = shapeOf(endpoint.input, 'input');
  const required = input.required ?? [];
  const codes = Map.groupBy(refusalsOf(endpoint), (code) => ERROR_STATUS[code]);
  const refusals = [...codes].map(([status, same]) => [
    status,
    { description: same.join(', '), ...jsonOf({ $ref: '#/components/schemas/Error' }) },
  ]);
  const success = endpoint.as === 'redirect' ? 302 : (endpoint.status ?? 200);
  const answer = endpoint.as === 'redirect' || success === 204 ? {} : jsonOf(shapeOf(endpoint.output, 'output'));
  return {
    operationId: name,
    summary: endpoint.summary,
    description: `Who: ${endpoint.who}${endpoint.when ? ` · with the query key \`${endpoint.when}\`` : ''}`,
    ...(endpoint.method === 'GET' || endpoint.takes === 'anything'
      ? {
          parameters: Object.entries(input.properties ?? {}).map(([key, schema]) => ({
            name: key,
            in: 'query',
            required: required.includes(key),
            schema,
          })),
        }
      : { requestBody: endpoint.takes === 'raw' ? RAW : endpoint.takes === 'file' ? formOf(input) : jsonOf(input) }),
    responses: { [success]: { description: 'success', ...answer }, ...Object.fromEntries(refusals) },
  };
}

/** A file has no shape in JSON; in a form it is bytes. */
const formOf = (schema: object) => ({
  content: { 'multipart/form-data': { schema: { ...schema, properties: { file: { type: 'string', format: 'binary' } } } } },
});

/** A provider's own shape. */
const RAW = { content: { '*/*': { schema: {} } } };

const jsonOf = (schema: object) => ({ content: { 'application/json': { schema } } });

/** The OpenAPI 3.1 description of every endpoint. Calls that share a path and method stand under the path with their query key. */
export function openApi() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
    const path = endpoint.when ? `${endpoint.path}?${endpoint.when}` : endpoint.path;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Vonk', version: '1' },
    paths,
    components: { schemas: { Error: shapeOf(ErrorBody, 'output') } },
  };
}
