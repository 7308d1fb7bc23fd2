import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../web/api/query-client.ts';
import { queryKeys } from '../../../../web/api/query-keys.ts';
import { queueLike, sendQueuedLikes, startLikeQueue } from '../../../../web/cards/likes/like-queue.ts';
import { queuedLikes } from '../../../../web/cards/likes/queued-likes.ts';
import { endSessionFromOtherTab, startSession } from '../../../../web/session/user.ts';
import { aCard, aUser, idOf, likesOf, ME } from '../../fixtures.ts';
import { stubWindow } from '../../realtime/fake-network.ts';

const fixture = vi.hoisted(() => ({
  stored: new Map<string, unknown>(),
  isBlocked: false,
  sent: [] as string[],
  /** The error codes of the next calls, in order. Without one a call succeeds. */
  refusals: [] as string[],
  toasts: [] as unknown[],
}));
vi.mock('../../../../web/boot/initial-answers.ts', () => ({ takeInitialAnswer: () => undefined, discardInitialAnswers: () => undefined }));
vi.mock('../../../../web/boot/boot.ts', () => ({ boot: { user: 'unknown', settings: { countries: [] } } }));
vi.mock('../../../../web/i18n/i18n.ts', () => ({ i18n: { t: (key: string) => key }, loadTexts: async () => undefined }));
vi.mock('../../../../web/ui/toasts/toast-list.ts', () => ({ showToast: (toast: unknown) => void fixture.toasts.push(toast) }));
vi.mock('../../../../web/offline/key-value.ts', () => {
  const inStore = <T>(act: () => T) =>
    fixture.isBlocked ? Promise.reject(new DOMException('blocked', 'SecurityError')) : Promise.resolve(act());
  return {
    get: (name: string) => inStore(() => fixture.stored.get(name)),
    update: (name: string, change: (was: unknown) => unknown) => inStore(() => fixture.stored.set(name, change(fixture.stored.get(name)))),
  };
});
vi.mock('../../../../web/api/call.ts', () => {
  class CallError extends Error {
    readonly code: string;
    constructor(code: string) {
      super(code);
      this.code = code;
    }
  }
  return {
    CallError,
    onRefusal: () => undefined,
    call: async ({ method }: { method: string }, { profile }: { profile: string }) => {
      const refusal = fixture.refusals.shift();
      if (refusal) throw new CallError(refusal);
      fixture.sent.push(`${method} ${profile.replace(/0+$/, '')}`);
      return { match: false };
    },
  };
});

const NAME = `likes/${ME}`;
const [EWA, MEI] = [idOf('ewa'), idOf('mei')];
const queueWish = (id: string, isWanted = true) => queueLike(id, { isWanted, name: 'Ewa', about: null });
const queuedIds = () => Object.keys(Object(fixture.stored.get(NAME)));
const settled = () => vi.advanceTimersByTimeAsync(0);
const send = async () => {
  sendQueuedLikes();
  await settled();
};

beforeEach(() => {
  vi.useFakeTimers();
  stubWindow();
  vi.stubGlobal('navigator', { onLine: true });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  Object.assign(fixture, { isBlocked: false, sent: [], refusals: [], toasts: [] });
  fixture.stored.clear();
  startSession(aUser());
});
afterEach(() => {
  endSessionFromOtherTab(ME, 'deleted');
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the last wish for each member is sent once, in the order of the first wishes', async () => {
  await queueWish(EWA);
  await queueWish(MEI);
  await queueWish(EWA, false);
  expect([queuedLikes.get(EWA), queuedLikes.get(MEI), queuedIds()]).toEqual([false, true, [EWA, MEI]]);
  await send();
  await send();
  expect([fixture.sent, queuedIds(), queuedLikes.get(EWA)]).toEqual([['DELETE ewa', 'POST mei'], [], undefined]);
});

test.each(['unavailable', 'busy'] as const)(
  'retries by itself while the server is unreachable or %s, and keeps the queue',
  async (code) => {
    await queueWish(EWA);
    await queueWish(MEI);
    fixture.refusals = ['offline', code];
    await send();
    await vi.advanceTimersByTimeAsync(30_000);
    expect([fixture.sent, queuedIds()]).toEqual([[], [EWA, MEI]]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect([fixture.sent, queuedIds(), fixture.toasts]).toEqual([['POST ewa', 'POST mei'], [], []]);
  },
);

test('keeps a like above the limit and sends it when that ends', async () => {
  await queueWish(EWA);
  fixture.refusals = ['too_many'];
  await send();
  expect([fixture.sent, queuedIds(), fixture.toasts]).toEqual([[], [EWA], []]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect([fixture.sent, queuedIds(), fixture.toasts]).toEqual([['POST ewa'], [], []]);
});

test('applies a sent like to the list, and takes a refused one back with a toast', async () => {
  queryClient.setQueryData(queryKeys.likes, likesOf([]));
  queryClient.setQueryData(queryKeys.profile(EWA), aCard('ewa'));
  await queueWish(EWA);
  await send();
  expect(queryClient.getQueryData(queryKeys.profile(EWA))).toMatchObject({ did_like_profile: true });
  expect(queryClient.getQueryData(queryKeys.likes)).toMatchObject({ profiles: [{ id: EWA }], totals: { profiles: 1 } });
  fixture.refusals = ['not_found'];
  await queueWish(EWA, false);
  await send();
  expect([queuedIds(), queuedLikes.get(EWA), fixture.toasts.length]).toEqual([[], undefined, 1]);
  expect(queryClient.getQueryData(queryKeys.profile(EWA))).toMatchObject({ did_like_profile: true });
});

test('sends what an earlier page has queued, for its member alone, and skips what cannot be read', async () => {
  fixture.stored.set(NAME, { [EWA]: { isWanted: true, name: 'Ewa' } });
  fixture.stored.set(`likes/${idOf('other')}`, { [MEI]: { isWanted: true, name: 'Mei' } });
  const end = startLikeQueue();
  await settled();
  end();
  expect(fixture.sent).toEqual(['POST ewa']);
  fixture.stored.set(NAME, { [EWA]: 'of another build' });
  await send();
  expect(fixture.sent).toEqual(['POST ewa']);
});

test('a queue survives the end of a session and is sent in the next one', async () => {
  await queueWish(EWA);
  fixture.refusals = ['signed_out'];
  await send();
  endSessionFromOtherTab(ME, 'expired');
  await vi.advanceTimersByTimeAsync(120_000);
  expect([fixture.sent, queuedIds(), fixture.toasts, queuedLikes.get(EWA)]).toEqual([[], [EWA], [], undefined]);
  startSession(aUser());
  await send();
  expect([fixture.sent, queuedIds()]).toEqual([['POST ewa'], []]);
});

test('where storage is blocked the queue lasts as long as the page', async () => {
  fixture.isBlocked = true;
  await queueWish(EWA);
  await queueWish(MEI);
  fixture.refusals = ['offline'];
  await send();
  expect([queuedLikes.get(EWA), fixture.sent]).toEqual([true, []]);
  await vi.advanceTimersByTimeAsync(30_000);
  await settled();
  expect([fixture.sent, queuedLikes.get(EWA)]).toEqual([['POST ewa', 'POST mei'], undefined]);
});
