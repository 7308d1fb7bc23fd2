import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Discount } from '#contract/discounts';
import { CallError } from '../../../../web/api/call.ts';
import { activeDiscount, discountOf } from '../../../../web/api/discounts/active-discount.ts';

vi.mock('../../../../web/boot/boot.ts', () => ({ boot: { user: 'unknown', build: 'test' } }));

type Answer = { readonly status: number; readonly body?: unknown };
const NONE: Answer = { status: 204 };
const UNAVAILABLE: Answer = { status: 503, body: { error: { code: 'unavailable', message: 'unavailable' } } };
const given = (reason: Discount['reason']): Answer => ({
  status: 200,
  body: { code: reason.toUpperCase(), percent: 20, extra_credits: null, ends_at: null, reason },
});
let [bonus, welcome] = [NONE, NONE];
let asked: string[] = [];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('location', { host: 'vonk.example' });
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('fetch', async (address: string) => {
    const { search } = new URL(address, 'http://vonk.example');
    asked.push(search);
    const { status, body } = search === '?welcome=true' ? welcome : bonus;
    return new Response(body === undefined ? null : JSON.stringify(body), { status });
  });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const { signal } = new AbortController();
const outcome = (call: Promise<Discount | null>) =>
  call.then(
    (discount) => discount?.code ?? 'none',
    (error: unknown) => (error instanceof CallError ? `thrown ${error.code}` : error),
  );

test.each([
  ['the time bonus where there is one, and the welcome code is not asked for', given('time_bonus'), given('welcome'), 'TIME_BONUS', 1],
  ['the welcome code else', NONE, given('welcome'), 'WELCOME', 2],
  ['none where there is neither', NONE, NONE, 'none', 2],
  ['none, silently, where the welcome code cannot be loaded', NONE, UNAVAILABLE, 'none', 2],
  ['the error where the time bonus cannot be loaded', UNAVAILABLE, given('welcome'), 'thrown unavailable', 1],
])('the active discount is %s', async (_, first, second, expected, calls) => {
  [bonus, welcome] = [first, second];
  expect(await outcome(activeDiscount(signal))).toBe(expected);
  expect(asked).toEqual(['', '?welcome=true'].slice(0, calls));
});

test('a typed code is asked for by its name, and what is wrong with it is thrown', async () => {
  bonus = given('code');
  expect(await outcome(discountOf('HALF', signal))).toBe('CODE');
  bonus = { status: 404, body: { error: { code: 'unknown_code', message: 'unknown_code' } } };
  expect(await outcome(discountOf('HALF', signal))).toBe('thrown unknown_code');
  expect(asked).toEqual(['?code=HALF', '?code=HALF']);
});
