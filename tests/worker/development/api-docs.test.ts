import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/all-endpoints';
import { ERROR_CODES, ERROR_STATUS, type ErrorCode } from '#contract/errors';
import { apiClient } from '../../support/product/api-client.ts';
import { testSite } from '../../support/product/test-site.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';

const site = testSite();

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: { name: string; in: string; required: boolean; schema: object }[];
  readonly requestBody?: { content: Record<string, { schema: { type?: string } }> };
  readonly responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}
interface OpenApi {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: Record<string, object> };
}

/** The OpenAPI document; its shape is checked by the tests below. */
const openApi = async (): Promise<OpenApi> => (await site.visitor.get('/api/docs/openapi.json')).body as OpenApi;

const operations = async (): Promise<Map<string, Operation>> =>
  new Map(Object.values((await openApi()).paths).flatMap((methods) => Object.values(methods).map((found) => [found.operationId, found])));

const codesOf = (found: Operation | undefined, status: number): string[] => found?.responses[status]?.description.split(', ') ?? [];

describe('the description of the API', () => {
  test('has every endpoint of the contract once, under its method and path', async () => {
    const { paths, openapi } = await openApi();
    expect(openapi).toBe('3.1.0');
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, `${method} ${path}`]),
    );
    const wanted = Object.entries(ENDPOINTS).map(([name, { method, path, when }]) => [
      name,
      `${method.toLowerCase()} ${path}${when ? `?${when}` : ''}`,
    ]);
    expect(described.toSorted()).toEqual(wanted.toSorted());
  });

  test.each(Object.entries(ENDPOINTS))('names the refusals of %s under their statuses', async (name, endpoint) => {
    const found = (await operations()).get(name);
    const isOpen = endpoint.takes === 'anything' || endpoint.takes === 'raw';
    const writes = (endpoint.method !== 'GET' || endpoint.changesState) && !isOpen;
    const wanted = new Set<ErrorCode>([
      ...(endpoint.errors ?? []),
      ...(['invalid', 'internal', 'unavailable'] as const),
      ...(endpoint.takes === 'raw' ? (['too_large'] as const) : []),
      ...(endpoint.method === 'GET' || isOpen ? [] : (['malformed', 'too_large', 'unsupported_type'] as const)),
      ...(writes ? (['bad_origin'] as const) : []),
      ...(endpoint.who === 'P' ? [] : (['signed_out', 'banned'] as const)),
    ]);
    for (const code of wanted) expect(codesOf(found, ERROR_STATUS[code])).toContain(code);
    const named = Object.entries(found?.responses ?? {}).flatMap(([status, { description }]) =>
      Number(status) < 400 ? [] : description.split(', '),
    );
    expect(named.filter((code) => !(ERROR_CODES as readonly string[]).includes(code))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  test.each(Object.entries(ENDPOINTS))('describes the answer of %s, and its input as query or body', async (name, endpoint) => {
    const found = (await operations()).get(name);
    const success = endpoint.as === 'redirect' ? 302 : (endpoint.status ?? 200);
    const answer = found?.responses[success];
    expect(answer).toBeDefined();
    expect(answer?.content !== undefined).toBe(endpoint.as !== 'redirect' && success !== 204);
    if (endpoint.method === 'GET' || endpoint.takes === 'anything')
      expect(found?.parameters?.every((one) => one.in === 'query' && typeof one.schema === 'object')).toBe(true);
    else {
      const kind = endpoint.takes === 'file' ? 'multipart/form-data' : 'application/json';
      if (endpoint.takes === 'raw') expect(found?.requestBody?.content['*/*']?.schema).toEqual({});
      else expect(found?.requestBody?.content[kind]?.schema).toMatchObject({ type: 'object' });
    }
  });

  test('has no reference to a schema that it does not hold', async () => {
    const document = await openApi();
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? '');
    expect(references.length).toBeGreaterThan(0);
    expect(references.filter((name) => !(name in document.components.schemas))).toEqual([]);
    expect(JSON.stringify(document)).not.toContain('"$schema"');
  });

  test('says which query keys a call must have', async () => {
    const parameters = (await operations()).get('profile.getRegions')?.parameters;
    expect(parameters).toEqual([expect.objectContaining({ name: 'country', in: 'query', required: true })]);
    const optional = (await operations()).get('members.searchMembers')?.parameters ?? [];
    expect(optional.filter(({ required }) => required)).toEqual([]);
  });
});

describe('the page of the API', () => {
  test('lists every endpoint with its path and summary', async () => {
    const { body, status } = await site.visitor.get('/api/docs');
    const page = String(body);
    expect(status).toBe(200);
    for (const [name, { method, path }] of Object.entries(ENDPOINTS)) {
      expect(page).toContain(`id="${name}"`);
      expect(page).toContain(`${method} ${path}`);
    }
  });
});

describe('in production', () => {
  let worker: TestWorker;
  beforeAll(async () => {
    worker = await startWorker({ dbUrl: site.dbUrl, vars: { ENVIRONMENT: 'production' } });
  });
  afterAll(() => worker?.stop());

  test.each(['/api/docs', '/api/docs/openapi.json'])('%s is an unknown address', async (path) => {
    const answer = await apiClient(worker.url).get(path);
    expect([answer.status, answer.at('error.code')]).toEqual([404, 'not_found']);
  });

  test.each(['/_dev/mail', '/_dev/mail/x', '/_dev/mail.json', '/_dev/mail.json?to=a@example.org', '/_dev'])(
    '%s is the page for unknown addresses',
    async (path) => {
      const answer = await apiClient(worker.url).get(path);
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=UTF-8']);
    },
  );
});
