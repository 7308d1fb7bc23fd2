import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { toggleLike } from '../../../../web/cards/likes/like-mutation.ts';
import { aCard } from '../../fixtures.ts';

const fixture = vi.hoisted(() => ({ sent: [] as string[], answers: [] as (() => void)[] }));
vi.mock('../../../../web/cards/likes/like-queue.ts', () => ({ updateLikesList: () => undefined }));
vi.mock('../../../../web/cards/likes/own-match.ts', () => ({ announceOwnMatch: () => undefined }));
vi.mock('../../../../web/api/call.ts', () => ({
  CallError: class extends Error {},
  call: ({ method }: { method: string }) => {
    fixture.sent.push(method);
    return new Promise<unknown>((resolve) => fixture.answers.push(() => resolve({ match: false })));
  },
}));

const client = new QueryClient();
const answer = () => fixture.answers.shift()?.();

beforeEach(() => {
  Object.assign(fixture, { sent: [], answers: [] });
});

test('a press right after the answer to the one before toggles the new state', async () => {
  // The card in a screen that is not rendered again during the test.
  const renderedCard = aCard('ewa');
  const first = toggleLike(client, renderedCard);
  answer();
  await first;
  const second = toggleLike(client, renderedCard);
  answer();
  await second;
  expect(fixture.sent).toEqual(['POST', 'DELETE']);
});

test('all presses during a request count: an even number leaves all as it was', async () => {
  const renderedCard = aCard('mei');
  const first = toggleLike(client, renderedCard);
  for (let press = 0; press < 3; press += 1) await toggleLike(client, renderedCard);
  answer();
  await vi.waitFor(() => expect(fixture.sent).toEqual(['POST', 'DELETE']));
  answer();
  await first;
  expect(fixture.sent).toEqual(['POST', 'DELETE']);
});
