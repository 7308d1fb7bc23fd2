import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { toggleLike } from '../../../../web/cards/likes/like-mutation.ts';
import { aCard } from '../../fixtures.ts';

const world = vi.hoisted(() => ({ sent: [] as string[], answers: [] as (() => void)[] }));
vi.mock('../../../../web/cards/likes/like-queue.ts', () => ({ recordLike: () => undefined }));
vi.mock('../../../../web/api/call.ts', () => ({
  CallError: class extends Error {},
  call: ({ method }: { method: string }) => {
    world.sent.push(method);
    return new Promise<void>((resolve) => world.answers.push(resolve));
  },
}));

const client = new QueryClient();
const answer = () => world.answers.shift()?.();

beforeEach(() => {
  Object.assign(world, { sent: [], answers: [] });
});

test('a press that meets the answer of the one before turns over what was shown', async () => {
  // As a screen holds it that has not been drawn anew since.
  const drawn = aCard('ewa');
  const first = toggleLike(client, drawn);
  answer();
  await first;
  const second = toggleLike(client, drawn);
  answer();
  await second;
  expect(world.sent).toEqual(['POST', 'DELETE']);
});

test('presses while the server is asked count each: an even number leaves all as it was', async () => {
  const drawn = aCard('mei');
  const first = toggleLike(client, drawn);
  for (let press = 0; press < 3; press += 1) await toggleLike(client, drawn);
  answer();
  await vi.waitFor(() => expect(world.sent).toEqual(['POST', 'DELETE']));
  answer();
  await first;
  expect(world.sent).toEqual(['POST', 'DELETE']);
});
