import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { socketState } from '../../../web/realtime/member-events.ts';
import { forgetRoom, openMemberSocket } from '../../../web/realtime/member-socket.ts';
import { FakeSocket, latestSocket, ROOM, stubWindow } from './fake-network.ts';

vi.mock('../../../web/api/call.ts', () => ({
  call: async () => ({ room: ROOM, host: 'rooms.example', ticket: 'ticket', expires_at: '' }),
}));

let page: ReturnType<typeof stubWindow>;
let close: () => void;
const passTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function anOpenSocket(): Promise<FakeSocket> {
  close = openMemberSocket();
  await passTime(0);
  latestSocket().open();
  return latestSocket();
}

beforeEach(() => {
  vi.useFakeTimers();
  page = stubWindow();
});
afterEach(() => {
  close();
  forgetRoom();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the room', () => {
  const seen = (is_seen: boolean) => JSON.stringify({ type: 'seen', is_seen });
  const seenFrames = ({ sentTexts }: FakeSocket) => sentTexts.filter((text) => text.includes('seen'));

  it('is told when the tab is hidden and shown again, once each', async () => {
    const socket = await anOpenSocket();
    for (const state of ['hidden', 'hidden', 'visible', 'visible'] as const) page.show(state);
    expect(socket.url.searchParams.has('hidden')).toBe(false);
    expect(seenFrames(socket)).toEqual([seen(false), seen(true)]);
  });

  it('is told by the address of the socket that its tab is hidden, and by a frame if that has changed meanwhile', async () => {
    page.show('hidden');
    close = openMemberSocket();
    await passTime(0);
    expect(latestSocket().url.searchParams.get('hidden')).toBe('1');
    page.show('visible');
    await passTime(0);
    latestSocket().open();
    expect([latestSocket().url.searchParams.get('hidden'), ...seenFrames(latestSocket())]).toEqual([null]);
    latestSocket().drop();
    await passTime(2000);
    page.show('hidden');
    latestSocket().open();
    expect(seenFrames(latestSocket())).toEqual([seen(false)]);
  });

  it('is left at once by a page that is closed, and entered again by one that is restored', async () => {
    const socket = await anOpenSocket();
    page.close();
    expect(socket.readyState).toBe(3);
    await passTime(120_000);
    expect(FakeSocket.all).toHaveLength(1);
    page.restore();
    await passTime(0);
    latestSocket().open();
    expect([FakeSocket.all.length, socketState()]).toEqual([2, 'open']);
  });
});
