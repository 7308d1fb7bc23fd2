import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getUser } from '#contract/account';
import { listChats } from '#contract/chat';
import { CallError, call, isOfAnotherBuild, onRefusal } from '../../../web/api/call.ts';
import { queryClient } from '../../../web/api/query-client.ts';
import { isServerReachable } from '../../../web/api/reachability.ts';

vi.mock('../../../web/boot/boot.ts', () => ({ boot: { user: 'unknown', build: 'test' } }));

type Answer = { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> } | 'none';
const EMPTY = { status: 200, body: { chats: [], total: 0, next: null } };
const refusal = (status: number, code: string) => ({ status, body: { error: { code, message: code } } });
const UNAVAILABLE = refusal(503, 'unavailable');
const BUSY = { ...refusal(503, 'busy'), headers: { 'Retry-After': '7' } };
let answer: Answer;

beforeEach(() => {
  vi.stubGlobal('location', { host: 'vonk.example' });
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('fetch', async () => {
    if (answer === 'none') throw new TypeError('no network');
    return new Response(JSON.stringify(answer.body), { status: answer.status, headers: answer.headers ?? {} });
  });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const codeOfCall = async (next: Answer) => {
  answer = next;
  return call(listChats, {}).then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? error.code : error),
  );
};

test.each([
  ['visible', null],
  ['hidden', '1'],
])('a call from a page that is %s has the header X-Page-Hidden: %s', async (visibilityState, header) => {
  const headers: Headers[] = [];
  vi.stubGlobal('document', { visibilityState });
  vi.stubGlobal('fetch', async (_: string, init: { headers: Headers }) => {
    headers.push(init.headers);
    return Response.json(EMPTY.body);
  });
  await call(listChats, {});
  expect(headers.map((sent) => sent.get('X-Page-Hidden'))).toEqual([header]);
});

test('a call carries the bookmark of the answer before it', async () => {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, init: { headers: Headers }) => {
    sent.push(init.headers.get('X-Bookmark'));
    return Response.json(EMPTY.body, { headers: { 'X-Bookmark': String(40 + sent.length) } });
  });
  await call(listChats, {});
  await call(listChats, {});
  expect(sent).toEqual([null, '41']);
});

test('the server is out of reach after two calls in a row without an answer, and back with the first', async () => {
  const seen: unknown[] = [];
  const steps: readonly Answer[] = [
    'none',
    EMPTY,
    'none',
    UNAVAILABLE,
    'none',
    refusal(429, 'too_many'),
    UNAVAILABLE,
    { status: 500 },
    UNAVAILABLE,
    { status: 502 },
    EMPTY,
  ];
  for (const step of steps) seen.push([await codeOfCall(step), isServerReachable.get()]);
  expect(seen).toEqual([
    ['offline', true],
    ['done', true],
    ['offline', true],
    ['unavailable', false],
    ['offline', false],
    ['too_many', true],
    ['unavailable', true],
    ['unavailable', false],
    ['unavailable', false],
    ['unavailable', false],
    ['done', true],
  ]);
});

test('a query that failed for want of a connection is repeated when the server is back, and a refused one is not', async () => {
  const chats = new QueryObserver(queryClient, { queryKey: ['chats'], queryFn: () => call(listChats, {}), retry: false });
  const refusedCall = vi.fn(async () => Promise.reject(new CallError({ code: 'not_found', status: 404 })));
  const refused = new QueryObserver(queryClient, { queryKey: ['refused'], queryFn: refusedCall, retry: false });
  answer = 'none';
  const ends = [chats, refused].map((observer) => observer.subscribe(() => undefined));
  await vi.waitFor(() => expect([chats, refused].map((observer) => observer.getCurrentResult().status)).toEqual(['error', 'error']));
  await codeOfCall('none');
  expect(isServerReachable.get()).toBe(false);
  await codeOfCall(EMPTY);
  await vi.waitFor(() => expect(chats.getCurrentResult().data).toEqual(EMPTY.body));
  expect(refusedCall).toHaveBeenCalledTimes(1);
  for (const end of ends) end();
});

test('a server that is busy is within reach, and a query is retried when it has asked for that', async () => {
  vi.useFakeTimers();
  for (let i = 0; i < 3; i += 1) expect([await codeOfCall(BUSY), isServerReachable.get()]).toEqual(['busy', true]);
  const chats = new QueryObserver(queryClient, { queryKey: ['chats'], queryFn: () => call(listChats, {}) });
  const end = chats.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(6_900);
  answer = EMPTY;
  expect(chats.getCurrentResult()).toMatchObject({ status: 'pending', failureCount: 1 });
  await vi.advanceTimersByTimeAsync(200);
  expect(chats.getCurrentResult()).toMatchObject({ status: 'success', data: EMPTY.body });
  end();
  vi.useRealTimers();
});

test('an answer of another form is reported as one of another build; one with further fields is accepted', async () => {
  const reported: boolean[] = [];
  onRefusal((_, error) => void reported.push(isOfAnotherBuild(error)));
  expect(await codeOfCall({ ...EMPTY, body: { ...EMPTY.body, more: { of: 'it' } } })).toBe('done');
  expect(await codeOfCall({ ...EMPTY, body: { chats: 'elsewhere' } })).toBe('internal');
  expect(await codeOfCall(refusal(403, 'signed_out'))).toBe('signed_out');
  expect(reported).toEqual([true, false]);
  answer = { status: 200, body: { user: { id: 'of another shape' } } };
  await expect(call(getUser, {})).rejects.toThrow('internal');
});
