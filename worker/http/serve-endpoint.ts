import { type Handler, Hono, type Context as HonoContext } from 'hono';
import * as v from 'valibot';
import type { Endpoint, OutputOf, ParsedInputOf } from '#contract/endpoint';
import { FIELD_CODES, type FieldCode } from '#contract/errors';
import { Answer } from '../domain/answer-with-status.ts';
import type { Context } from '../domain/context.ts';
import { Refusal, refuse, refuseFields } from '../domain/errors.ts';
import { holdToOrigin } from './origin-check.ts';
import { chunksWithin, formOf, holdToLength, readAway } from './request-body.ts';
import { contextOf, type HonoEnv } from './request-context.ts';
import { catalogueResponse, polledResponse } from './responses.ts';
import { noteWrite, sessionPort } from './session-cookie.ts';

const BODY_MAX = 256 * 1024;

/** What a feature does for an endpoint. It refuses by throwing a Refusal. */
type UseCase<E> = (ctx: Context, input: ParsedInputOf<E>) => Promise<OutputOf<E> | Answer<OutputOf<E>>>;
export interface Served {
  readonly endpoint: Endpoint;
  readonly handler: Handler<HonoEnv>;
}

/**
 * The route of an endpoint: checks the Origin, parses the input, runs the use case and makes its answer. Refusals are thrown, for
 * `refusalResponse`.
 */
export function serve<E extends Endpoint>(
  endpoint: E,
  useCase: UseCase<E>,
  makeContext: (c: HonoContext<HonoEnv>) => Promise<Context> = contextOf,
): Served {
  const handler: Handler<HonoEnv> = async (c, next) => {
    if (endpoint.when !== undefined && c.req.query(endpoint.when) === undefined) return next();
    const { env } = c.var;
    const writes = isWrite(endpoint, c);
    try {
      if (writes && !isOpenToAll(endpoint)) holdToOrigin(c.req.raw, env);
      // Without a session cookie the call is refused before the file is read.
      if (endpoint.takes === 'file' && !(await sessionPort(c, env.SITE_URL)).claim) refuse('signed_out');
    } catch (refusal) {
      await readAway(c.req.raw);
      throw refusal;
    }
    const input = parseInput<E>(endpoint, await rawInputOf(endpoint, c.req.raw));
    const output = await useCase(await makeContext(c), input);
    if (writes && env.DB_READ_URL) noteWrite(c, env.SITE_URL);
    const answer = await responseOf(endpoint, output, c.req.raw);
    if (endpoint.clearsCache) answer.headers.set('Clear-Site-Data', '"cache"');
    for (const [name, value] of c.res.headers) if (name === 'set-cookie') answer.headers.append(name, value);
    return answer;
  };
  return { endpoint, handler };
}

function isWrite(endpoint: Endpoint, c: HonoContext<HonoEnv>): boolean {
  if (endpoint.method !== 'GET' || endpoint.changesState) return true;
  return endpoint.savesWhen !== undefined && ['1', 'true'].includes(c.req.query(endpoint.savesWhen) ?? '');
}

/** Whether the Origin of a call is not checked, because servers and mail programs make it. */
const isOpenToAll = ({ takes }: Endpoint) => takes === 'anything' || takes === 'raw';

/** The routes of a feature. Calls with a query key are matched before those of the same path without one. */
export function routesOf(...served: Served[]): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>();
  const withQueryKeyFirst = served.toSorted((a, b) => Number(b.endpoint.when !== undefined) - Number(a.endpoint.when !== undefined));
  for (const { endpoint, handler } of withQueryKeyFirst) app.on(endpoint.method, endpoint.path, handler);
  return app;
}

async function responseOf(endpoint: Endpoint, output: unknown, request: Request): Promise<Response> {
  const body = output instanceof Answer ? output.body : output;
  const status = output instanceof Answer ? output.status : (endpoint.status ?? 200);
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  if (endpoint.fileName) headers.set('Content-Disposition', `attachment; filename="${endpoint.fileName}"`);
  if (endpoint.as === 'redirect') {
    headers.set('Location', String(body));
    if (endpoint.leavesSite) headers.set('Referrer-Policy', 'no-referrer');
    return new Response(null, { status: 302, headers });
  }
  if (endpoint.as === 'text') {
    headers.set('Content-Type', 'text/plain; charset=UTF-8');
    return new Response(String(body), { headers });
  }
  if (status === 204) return new Response(null, { status, headers });
  if (endpoint.isPolled) return polledResponse(request, body);
  if (endpoint.isCatalogue) return catalogueResponse(request, body);
  return Response.json(body, { status, headers });
}

/** A query as an object without a prototype. A key that occurs several times has a list, which the schemas refuse for a single value. */
function queryOf(url: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null);
  for (const [key, pairs] of Map.groupBy(new URL(url).searchParams, ([name]) => name)) {
    const [first, ...more] = pairs.map(([, value]) => value);
    query[key] = more.length > 0 ? [first, ...more] : first;
  }
  return query;
}

async function rawInputOf(endpoint: Endpoint, request: Request): Promise<unknown> {
  if (endpoint.method === 'GET' || endpoint.takes === 'anything') return queryOf(request.url);
  if (endpoint.takes === 'raw')
    return { body: await textWithin(request, BODY_MAX), signature: request.headers.get('Stripe-Signature') ?? '' };
  return endpoint.takes === 'file' ? formOf(request) : bodyOf(request);
}

async function bodyOf(request: Request): Promise<unknown> {
  holdToLength(request, BODY_MAX);
  const type = request.headers.get('Content-Type') ?? '';
  if (type !== '' && !/^application\/json\b/i.test(type) && !/^text\/plain\b/i.test(type)) refuse('unsupported_type');
  const text = await textWithin(request, BODY_MAX);
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('malformed', { message: 'the body is not JSON' });
  }
}

async function textWithin(request: Request, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunksWithin(request, limit)) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

function parseInput<E extends Endpoint>(endpoint: E, raw: unknown): ParsedInputOf<E> {
  if (Array.isArray(raw)) return refuseFields({ body: 'wrong_type' });
  const parsed = v.safeParse(endpoint.input, raw);
  if (!parsed.success) return refuseFields(fieldsOf(parsed.issues));
  return parsed.output as ParsedInputOf<E>;
}

const isFieldCode = (message: string): message is FieldCode => (FIELD_CODES as readonly string[]).includes(message);

/** The most wrong fields that a refusal names, so that it does not become longer than the request. */
const FIELDS_TOLD = 100;

/** One code for each wrong field: `required` if it is missing, else the code of the schema, else `wrong_type`. */
function fieldsOf(issues: readonly v.BaseIssue<unknown>[]): Record<string, FieldCode> {
  const fields: Record<string, FieldCode> = {};
  for (const issue of issues.slice(0, FIELDS_TOLD)) {
    const path = v.getDotPath(issue) ?? 'body';
    const code = issue.received === 'undefined' ? 'required' : isFieldCode(issue.message) ? issue.message : 'wrong_type';
    fields[path] ??= code;
  }
  return fields;
}
