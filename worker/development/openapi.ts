import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { ENDPOINTS } from '#contract/all-endpoints';
import type { Endpoint } from '#contract/endpoint';
import { ERROR_STATUS, ErrorBody, type ErrorCode } from '#contract/errors';

/** All refusals of an endpoint: its own and those that every call of its kind can give, sorted by status. */
function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  const common: ErrorCode[] = ['invalid', 'internal', 'unavailable'];
  const skipsOriginCheck = endpoint.takes === 'anything' || endpoint.takes === 'raw';
  if (endpoint.takes === 'raw') common.push('too_large');
  if (endpoint.method !== 'GET' && !skipsOriginCheck) common.push('malformed', 'too_large', 'unsupported_type');
  if ((endpoint.method !== 'GET' || endpoint.changesState) && !skipsOriginCheck) common.push('bad_origin');
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
  const refusals = [...codes].map(([status, codesOfStatus]) => [
    status,
    { description: codesOfStatus.join(', '), ...jsonOf({ $ref: '#/components/schemas/Error' }) },
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

/** The body of an upload. JSON Schema cannot describe a file, so its field is described as binary. */
const formOf = (schema: object) => ({
  content: { 'multipart/form-data': { schema: { ...schema, properties: { file: { type: 'string', format: 'binary' } } } } },
});

/** The body of a payment notice, whose form each provider decides. */
const RAW = { content: { '*/*': { schema: {} } } };

const jsonOf = (schema: object) => ({ content: { 'application/json': { schema } } });

/** The OpenAPI 3.1 document of all endpoints. An endpoint with a query key is under the path with this key. */
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
