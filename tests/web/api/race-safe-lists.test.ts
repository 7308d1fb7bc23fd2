import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../web/api/query-client.ts';
import { ledgerQuery } from '../../../web/features/credits/ledger/ledger-query.ts';
import { notificationsQuery } from '../../../web/features/notifications/notification-queries.ts';

const calls = vi.hoisted((): PromiseWithResolvers<unknown>[] => []);
vi.mock('../../../web/boot/boot.ts', () => ({ boot: { user: 'unknown' } }));
vi.mock('../../../web/boot/initial-answers.ts', () => ({ takeInitialAnswer: () => undefined, discardInitialAnswers: () => undefined }));
vi.mock('../../../web/api/call.ts', () => ({
  CallError: class extends Error {},
  onRefusal: () => undefined,
  call: () => {
    calls.push(Promise.withResolvers());
    return calls.at(-1)?.promise;
  },
}));

const before = { items: [], next: null };
const after = { items: [{ id: 'new' }], next: null };

afterEach(() => {
  calls.length = 0;
  queryClient.clear();
});

async function expectSecondCall(queryKey: readonly unknown[], asked: Promise<{ pages: unknown[] }>) {
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  void queryClient.invalidateQueries({ queryKey });
  calls[0]?.resolve(before);
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  calls[1]?.resolve(after);
  expect((await asked).pages).toEqual([after]);
}

test('an event during the first call for the notifications repeats it', () =>
  expectSecondCall(notificationsQuery.queryKey, queryClient.fetchInfiniteQuery(notificationsQuery)));

test('an event during the first call for the ledger repeats it', () =>
  expectSecondCall(ledgerQuery.queryKey, queryClient.fetchInfiniteQuery(ledgerQuery)));
