import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../web/api/query-client.ts';
import { keys } from '../../../../web/api/query-keys.ts';
import { followLikes, queueLike, sendWaiting } from '../../../../web/cards/likes/like-queue.ts';
import { waitingLikes } from '../../../../web/cards/likes/pending-likes.ts';
import { endElsewhere, signIn } from '../../../../web/session/user.ts';
import { aCard, aUser, idOf, likesOf, ME } from '../../fixtures.ts';
import { aWindow } from '../../realtime/fake-network.ts';

const world = vi.hoisted(() => ({
  stored: new Map<string, unknown>(),
  isBlocked: false,
  sent: [] as string[],
  /** The error codes of the next calls, in order. Without one a call succeeds. */
  refusals: [] as string[],
  toasts: [] as unknown[],
}));
vi.mock('../../../../web/boot/boot.ts', () => ({ boot: { user: 'unknown' } }));
vi.mock('../../../../web/i18n/i18n.ts', () => ({ i18n: { t: (key: string) => key }, loadTexts: async () => undefined }));
vi.mock('../../../../web/ui/toasts/toast-list.ts', () => ({ showToast: (toast: unknown) => void world.toasts.push(toast) }));
vi.mock('../../../../web/offline/key-value.ts', () => {
  const inStore = <T>(act: () => T) =>
    world.isBlocked ? Promise.reject(new DOMException('blocked', 'SecurityError')) : Promise.resolve(act());
  return {
    get: (name: string) => inStore(() => world.stored.get(name)),
    update: (name: string, change: (was: unknown) => unknown) => inStore(() => world.stored.set(name, change(world.stored.get(name)))),
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
      const refusal = world.refusals.shift();
      if (refusal) throw new CallError(refusal);
      world.sent.push(`${method} ${profile.replace(/0+$/, '')}`);
    },
  };
});

const NAME = `likes/${ME}`;
const [EWA, MEI] = [idOf('ewa'), idOf('mei')];
const want = (id: string, isWanted = true) => queueLike(id, { isWanted, name: 'Ewa' });
const waits = () => Object.keys(Object(world.stored.get(NAME)));
const settled = () => vi.advanceTimersByTimeAsync(0);
const send = async () => {
  sendWaiting();
  await settled();
};

beforeEach(() => {
  vi.useFakeTimers();
  aWindow();
  vi.stubGlobal('navigator', { onLine: true });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  Object.assign(world, { isBlocked: false, sent: [], refusals: [], toasts: [] });
  world.stored.clear();
  signIn(aUser());
});
afterEach(() => {
  endElsewhere(ME, 'deleted');
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the last wish for each member is sent once, in the order of the first wishes', async () => {
  await want(EWA);
  await want(MEI);
  await want(EWA, false);
  expect([waitingLikes.get(EWA), waitingLikes.get(MEI), waits()]).toEqual([false, true, [EWA, MEI]]);
  await send();
  await send();
  expect([world.sent, waits(), waitingLikes.get(EWA)]).toEqual([['DELETE ewa', 'POST mei'], [], undefined]);
});

test('retries by itself while the server is unreachable, and keeps the queue', async () => {
  await want(EWA);
  await want(MEI);
  world.refusals = ['offline', 'unavailable'];
  await send();
  await vi.advanceTimersByTimeAsync(30_000);
  expect([world.sent, waits()]).toEqual([[], [EWA, MEI]]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect([world.sent, waits(), world.toasts]).toEqual([['POST ewa', 'POST mei'], [], []]);
});

test('applies a sent like to the list, and takes a refused one back with a toast', async () => {
  queryClient.setQueryData(keys.likes, likesOf([]));
  queryClient.setQueryData(keys.profile(EWA), aCard('ewa'));
  await want(EWA);
  await send();
  expect(queryClient.getQueryData(keys.profile(EWA))).toMatchObject({ did_like_profile: true });
  expect(queryClient.getQueryData(keys.likes)).toMatchObject({ profiles: [{ id: EWA }], totals: { profiles: 1 } });
  world.refusals = ['not_found'];
  await want(EWA, false);
  await send();
  expect([waits(), waitingLikes.get(EWA), world.toasts.length]).toEqual([[], undefined, 1]);
  expect(queryClient.getQueryData(keys.profile(EWA))).toMatchObject({ did_like_profile: true });
});

test('sends what an earlier page has queued, for its member alone, and skips what cannot be read', async () => {
  world.stored.set(NAME, { [EWA]: { isWanted: true, name: 'Ewa' } });
  world.stored.set(`likes/${idOf('other')}`, { [MEI]: { isWanted: true, name: 'Mei' } });
  const end = followLikes();
  await settled();
  end();
  expect(world.sent).toEqual(['POST ewa']);
  world.stored.set(NAME, { [EWA]: 'of another build' });
  await send();
  expect(world.sent).toEqual(['POST ewa']);
});

test('a queue survives the end of a session and is sent in the next one', async () => {
  await want(EWA);
  world.refusals = ['signed_out'];
  await send();
  endElsewhere(ME, 'signed_out');
  await vi.advanceTimersByTimeAsync(120_000);
  expect([world.sent, waits(), world.toasts, waitingLikes.get(EWA)]).toEqual([[], [EWA], [], undefined]);
  signIn(aUser());
  await send();
  expect([world.sent, waits()]).toEqual([['POST ewa'], []]);
});

test('where storage is blocked the queue lasts as long as the page', async () => {
  world.isBlocked = true;
  await want(EWA);
  await want(MEI);
  world.refusals = ['offline'];
  await send();
  expect([waitingLikes.get(EWA), world.sent]).toEqual([true, []]);
  await vi.advanceTimersByTimeAsync(30_000);
  await settled();
  expect([world.sent, waitingLikes.get(EWA)]).toEqual([['POST ewa', 'POST mei'], undefined]);
});
