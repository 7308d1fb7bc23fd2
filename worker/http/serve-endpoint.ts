import { type Handler, Hono, type Context as HonoContext } from 'hono';
import * as v from 'valibot';
import { BOOKMARK_HEADER } from '#contract/bookmark';
import type { Endpoint, OutputOf, ParsedInputOf } from '#contract/endpoint';
import { FIELD_CODES, type FieldCode } from '#contract/errors';
import { AnswerWithStatus } from '../domain/answer-with-status.ts';
import type { Context } from '../domain/context.ts';
import { Refusal, refuse, refuseFields } from '../domain/errors.ts';
import { limitsOfCall } from '../domain/limits.ts';
import { StreamedJson } from '../domain/streamed-json.ts';
import { withinCapacity } from './load-shedding.ts';
import { requireSameOrigin } from './origin-check.ts';
import { chunksWithin, drainBody, enforceContentLength, parseForm } from './request-body.ts';
import { contextOf, type HonoEnv, keepBookmark } from './request-context.ts';
import { catalogueResponse, polledResponse, streamedResponse } from './responses.ts';
import { sessionPort } from './session-cookie.ts';

const BODY_MAX_BYTES = 256 * 1024;

/** What a feature does for an endpoint. It refuses by throwing a Refusal. */
type UseCase<E> = (ctx: Context, input: ParsedInputOf<E>) => Promise<OutputOf<E> | AnswerWithStatus<OutputOf<E>> | StreamedJson>;
export interface EndpointRoute {
  readonly endpoint: Endpoint;
  readonly handler: Handler<HonoEnv>;
}

/**
 * The route of an endpoint: checks the Origin, parses the input, sheds the call under load if it may wait, runs the use case with the limits of the
 * call and makes its answer. Refusals are thrown, for `refusalResponse`.
 */
export function serve<E extends Endpoint>(
  endpoint: E,
  useCase: UseCase<E>,
  makeContext: (c: HonoContext<HonoEnv>) => Promise<Context> = contextOf,
): EndpointRoute {
  const answerCall = async (c: HonoContext<HonoEnv>, input: ParsedInputOf<E>, writes: boolean): Promise<Response> => {
    const ctx = await makeContext(c);
    if (writes && ctx.areWritesStopped) refuseDuringMigration(ctx.now);
    const limits = await limitsOfCall(endpoint, ctx, input);
    const output = await useCase({ ...ctx, limits }, input);
    if (!limits.isEnforced) throw new Error(`${endpoint.method} ${endpoint.path} did not enforce its limits`);
    const bookmark = keepBookmark(c, writes);
    const answer = await responseOf(endpoint, output, c.req.raw);
    if (bookmark !== null) answer.headers.set(BOOKMARK_HEADER, bookmark);
    if (endpoint.clearsCache) answer.headers.set('Clear-Site-Data', '"cache"');
    for (const [name, value] of c.res.headers) if (name === 'set-cookie') answer.headers.append(name, value);
    return answer;
  };
  const handler: Handler<HonoEnv> = async (c, next) => {
    if (endpoint.onlyWithQuery !== undefined && c.req.query(endpoint.onlyWithQuery) === undefined) return next();
    const { env } = c.var;
    const writes = isWrite(endpoint, c);
    try {
      if (writes && !skipsOriginCheck(endpoint)) requireSameOrigin(c.req.raw, env);
      // Without a session cookie the call is refused before the file is read.
      if (endpoint.bodyKind === 'file' && !(await sessionPort(c, env.SITE_URL)).credential) refuse('signed_out');
    } catch (refusal) {
      await drainBody(c.req.raw);
      throw refusal;
    }
    const input = parseInput<E>(endpoint, await rawInputOf(endpoint, c.req.raw));
    // A call counts once its body is there: bodies that are sent slowly would otherwise have the calls of others refused.
    return withinCapacity(endpoint, env, () => answerCall(c, input, writes));
  };
  return { endpoint, handler };
}

/** How soon (ms) a client may try again what an unfinished migration stops. */
const MIGRATION_RETRY_MS = 30_000;

/** Refuses a call that writes with `unavailable`, so that queues of the page keep what they have and send it later. */
function refuseDuringMigration(now: number): never {
  const details = { reason: 'migration', ends_at: new Date(now + MIGRATION_RETRY_MS).toISOString() };
  throw new Refusal('unavailable', { message: 'a migration of the database is unfinished', details });
}

function isWrite(endpoint: Endpoint, c: HonoContext<HonoEnv>): boolean {
  if (endpoint.method !== 'GET' || endpoint.changesState) return true;
  return endpoint.savesWithQuery !== undefined && ['1', 'true'].includes(c.req.query(endpoint.savesWithQuery) ?? '');
}

/** Whether the Origin of a call is not checked, because servers and mail programs make it. */
const skipsOriginCheck = ({ bodyKind }: Endpoint) => bodyKind === 'anything' || bodyKind === 'raw';

/** The routes of a feature. Calls with a query key are matched before those of the same path without one. */
export function routesOf(...served: EndpointRoute[]): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>();
  const withQueryKeyFirst = served.toSorted(
    (a, b) => Number(b.endpoint.onlyWithQuery !== undefined) - Number(a.endpoint.onlyWithQuery !== undefined),
  );
  for (const { endpoint, handler } of withQueryKeyFirst) app.on(endpoint.method, endpoint.path, handler);
  return app;
}

async function responseOf(endpoint: Endpoint, output: unknown, request: Request): Promise<Response> {
  const body = output instanceof AnswerWithStatus ? output.body : output;
  const status = output instanceof AnswerWithStatus ? output.status : (endpoint.status ?? 200);
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  if (endpoint.fileName) headers.set('Content-Disposition', `attachment; filename="${endpoint.fileName}"`);
  if (endpoint.answerKind === 'redirect') {
    headers.set('Location', String(body));
    if (endpoint.leavesSite) headers.set('Referrer-Policy', 'no-referrer');
    return new Response(null, { status: 302, headers });
  }
  if (endpoint.answerKind === 'text') {
    headers.set('Content-Type', 'text/plain; charset=UTF-8');
    return new Response(String(body), { headers });
  }
  if (output instanceof StreamedJson) return streamedResponse(output, headers);
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
  if (endpoint.method === 'GET' || endpoint.bodyKind === 'anything') return queryOf(request.url);
  if (endpoint.bodyKind === 'raw')
    return { body: await textWithin(request, BODY_MAX_BYTES), signature: request.headers.get('Stripe-Signature') ?? '' };
  return endpoint.bodyKind === 'file' ? parseForm(request) : parseJsonBody(request);
}

async function parseJsonBody(request: Request): Promise<unknown> {
  enforceContentLength(request, BODY_MAX_BYTES);
  const type = request.headers.get('Content-Type') ?? '';
  if (type !== '' && !/^application\/json\b/i.test(type) && !/^text\/plain\b/i.test(type)) refuse('unsupported_type');
  const text = await textWithin(request, BODY_MAX_BYTES);
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
const MAX_NAMED_FIELDS = 100;

/** One code for each wrong field: `required` if it is missing, else the code of the schema, else `wrong_type`. */
function fieldsOf(issues: readonly v.BaseIssue<unknown>[]): Record<string, FieldCode> {
  const fields: Record<string, FieldCode> = {};
  for (const issue of issues.slice(0, MAX_NAMED_FIELDS)) {
    const path = v.getDotPath(issue) ?? 'body';
    const code = issue.received === 'undefined' ? 'required' : isFieldCode(issue.message) ? issue.message : 'wrong_type';
    fields[path] ??= code;
  }
  return fields;
}
