import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/all-endpoints';
import type { Endpoint } from '#contract/endpoint';
import { ERROR_CODES, ERROR_STATUS, type ErrorCode } from '#contract/errors';
import type { Operation, openApi } from '../../../worker/development/openapi.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { testSite } from '../../support/product/test-site.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';

const site = testSite();

type OpenApi = ReturnType<typeof openApi>;

/** The served document; the tests below hold it to the contract. It is asked for once, because it takes a tenth of a second to make. */
let served: OpenApi;

beforeAll(async () => {
  served = (await site.visitor.get('/api/docs/openapi.json')).body as OpenApi;
});

/** An operation stands for every endpoint at its path and method, which are told apart by a key of the query. */
const operationOf = (name: string): Operation | undefined =>
  Object.values(served.paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId.split('-or-').includes(name));

const codesOf = (found: Operation | undefined, status: number): string[] => found?.responses[status]?.description.split(', ') ?? [];
const hasNoBody = ({ method, bodyKind }: Endpoint) => method === 'GET' || bodyKind === 'anything';

describe('the description of the API', () => {
  test('has every endpoint of the contract once, under its method and path', () => {
    const { paths, openapi } = served;
    expect(openapi).toBe('3.1.0');
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId }]) => operationId.split('-or-').map((name) => [name, `${method} ${path}`])),
    );
    const wanted = Object.entries(ENDPOINTS).map(([name, { method, path }]) => [name, `${method.toLowerCase()} ${path}`]);
    expect(described.toSorted()).toEqual(wanted.toSorted());
  });

  test.each(Object.entries(ENDPOINTS))('names the refusals of %s under their statuses', (name, endpoint) => {
    const found = operationOf(name);
    const isOpen = endpoint.bodyKind === 'anything' || endpoint.bodyKind === 'raw';
    const writes = (endpoint.method !== 'GET' || endpoint.changesState) && !isOpen;
    const wanted = new Set<ErrorCode>([
      ...(endpoint.errors ?? []),
      ...(['invalid', 'internal', 'unavailable'] as const),
      ...(endpoint.bodyKind === 'raw' ? (['too_large'] as const) : []),
      ...(endpoint.method === 'GET' || isOpen ? [] : (['malformed', 'too_large', 'unsupported_type'] as const)),
      ...(writes ? (['bad_origin'] as const) : []),
      ...(endpoint.who === 'everybody' ? [] : (['signed_out', 'banned'] as const)),
      ...(endpoint.leastRole === 'admin' ? (['admins_only'] as const) : []),
      ...(endpoint.needsConfirmation ? (['confirm_needed'] as const) : []),
    ]);
    for (const code of wanted) expect(codesOf(found, ERROR_STATUS[code])).toContain(code);
    const named = Object.entries(found?.responses ?? {}).flatMap(([status, { description }]) =>
      Number(status) < 400 ? [] : description.split(', '),
    );
    expect(named.filter((code) => !(ERROR_CODES as readonly string[]).includes(code))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  test.each(Object.entries(ENDPOINTS))('gives %s an answer, an input in its place, and its session', (name, endpoint) => {
    const found = operationOf(name);
    const success = endpoint.answerKind === 'redirect' ? 302 : (endpoint.status ?? 200);
    const answer = found?.responses[success];
    expect(answer).toBeDefined();
    expect(answer?.content !== undefined).toBe(endpoint.answerKind !== 'redirect' && success !== 204);
    const cookie = endpoint.who === 'operators' ? 'desk' : 'session';
    expect(found?.security.some((scheme) => cookie in scheme) || endpoint.who === 'everybody').toBe(true);
    expect(found?.security.length === 0 || found?.security.some((scheme) => !(cookie in scheme)) || endpoint.who !== 'everybody').toBe(
      true,
    );
    if (endpoint.onlyWithQuery) expect(found?.parameters?.map((parameter) => parameter.name)).toContain(endpoint.onlyWithQuery);
    if (hasNoBody(endpoint)) return;
    const kind = endpoint.bodyKind === 'file' ? 'multipart/form-data' : endpoint.bodyKind === 'raw' ? '*/*' : 'application/json';
    expect(found?.requestBody?.content[kind]?.schema).toBeDefined();
  });

  test('refers to nothing that it does not hold', () => {
    const references = [...JSON.stringify(served).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to ?? '');
    expect(references.length).toBeGreaterThan(0);
    const held = Object.keys(served.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(references.filter((to) => !held.includes(to))).toEqual([]);
    expect(JSON.stringify(served)).not.toContain('"$schema"');
  });

  test('says which query keys a call must have', () => {
    expect(operationOf('profile.getRegions')?.parameters).toEqual([
      expect.objectContaining({ name: 'country', in: 'query', required: true }),
    ]);
    const optional = operationOf('members.searchMembers')?.parameters ?? [];
    expect(optional.length).toBeGreaterThan(0);
    expect(optional.filter(({ required }) => required)).toEqual([]);
    // Two calls share this path: what one of them needs, the other does not take.
    const shared = operationOf('chat.getConversation')?.parameters ?? [];
    expect(shared.filter(({ required }) => required)).toEqual([]);
  });
});

describe('the page of the API', () => {
  test('lists every endpoint with its path and summary', async () => {
    const { body, status } = await site.visitor.get('/api/docs');
    const page = String(body);
    expect(status).toBe(200);
    for (const [name, { method, path }] of Object.entries(ENDPOINTS)) {
      expect(page).toContain(name);
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
