import { type InfiniteData, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import type { listChats } from '#contract/chat';
import type { OutputOf } from '#contract/endpoint';
import type { ProfileCard } from '#contract/profile';
import { queryKeys } from '../../../web/api/query-keys.ts';
import { applyFrame } from '../../../web/app/live-updates/live-updates.ts';
import { cachedCard, patchMember } from '../../../web/cards/cache/cached-cards.ts';
import { removeOptimistically } from '../../../web/cards/safety/optimistic-removal.ts';
import { aCard, aChat, aMessage, aUser, idOf, ME, NOON } from '../fixtures.ts';

type Pages = InfiniteData<{ profiles: ProfileCard[] }, number>;

const EWA = idOf('ewa');
const SEARCH = queryKeys.search(null);
let queryClient: QueryClient;
let calls: PromiseWithResolvers<{ profiles: ProfileCard[] }>[];

/** A search whose calls the test answers by `answer`. */
function search() {
  return new InfiniteQueryObserver(queryClient, {
    queryKey: SEARCH,
    queryFn: () => {
      calls.push(Promise.withResolvers());
      return calls[calls.length - 1]?.promise ?? Promise.reject(new Error('none'));
    },
    initialPageParam: 1,
    getNextPageParam: (_last, all) => all.length + 1,
  });
}
const answer = (...names: string[]) => calls.at(-1)?.resolve({ profiles: names.map((name) => aCard(name)) });
const shownNames = () => queryClient.getQueryData<Pages>(SEARCH)?.pages.map(({ profiles }) => profiles.map(({ name }) => name));

beforeEach(() => {
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  calls = [];
});

test('a like given while the next page is loading stays when that page comes', async () => {
  const pages = search();
  const first = pages.refetch();
  answer('ewa');
  await first;
  const more = pages.fetchNextPage();
  patchMember(queryClient, EWA, { did_like_profile: true });
  answer('mei');
  await more;
  expect(shownNames()).toEqual([['ewa'], ['mei']]);
  expect(cachedCard(queryClient, EWA)?.did_like_profile).toBe(true);
});

test('a like given while the first answer is under way is kept in it', async () => {
  const first = search().refetch();
  patchMember(queryClient, EWA, { did_like_profile: true });
  patchMember(queryClient, EWA, { did_like_profile: false });
  patchMember(queryClient, EWA, { did_like_profile: true });
  answer('ewa');
  await first;
  expect(cachedCard(queryClient, EWA)?.did_like_profile).toBe(true);
});

test('a removed member does not return with the next page, unless restored meanwhile', async () => {
  const pages = search();
  const first = pages.refetch();
  answer('ewa', 'mei');
  await first;
  const more = pages.fetchNextPage();
  const [restoreEwa] = ['ewa', 'mei'].map((name) => removeOptimistically(queryClient, idOf(name), 'searches'));
  restoreEwa?.();
  answer('ida');
  await more;
  expect(shownNames()).toEqual([['ewa'], ['ida']]);
});

test('a conversation that the list lacks keeps the list outdated although later events change it', () => {
  queryClient.setQueryData<OutputOf<typeof listChats>>(queryKeys.chats, { chats: [aChat('known', 1)], total: 1, next: null });
  queryClient.setQueryData(queryKeys.user, aUser());
  applyFrame(queryClient, ME, {
    type: 'message.sent',
    message: aMessage('unknown', 1),
    unread: { conversation: 1, total: 1 },
    seq: 1,
    at: NOON,
  });
  applyFrame(queryClient, ME, { type: 'presence.changed', profile: idOf('marit'), is_online: true });
  expect(queryClient.getQueryState(queryKeys.chats)?.isInvalidated).toBe(true);
  patchMember(queryClient, idOf('marit'), { did_like_profile: true });
  expect(queryClient.getQueryState(queryKeys.chats)?.isInvalidated).toBe(true);
});
