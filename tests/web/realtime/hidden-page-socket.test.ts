import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { socketState } from '../../../web/realtime/member-events.ts';
import { forgetRoom, openMemberSocket } from '../../../web/realtime/member-socket.ts';
import { aWindow, FakeSocket, latest, ROOM } from './fake-network.ts';

vi.mock('../../../web/api/call.ts', () => ({
  call: async () => ({ room: ROOM, host: 'rooms.example', ticket: 'ticket', expires_at: '' }),
}));

let page: ReturnType<typeof aWindow>;
let close: () => void;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function anOpenSocket(): Promise<FakeSocket> {
  close = openMemberSocket();
  await pass(0);
  latest().open();
  return latest();
}

beforeEach(() => {
  vi.useFakeTimers();
  page = aWindow();
});
afterEach(() => {
  close();
  forgetRoom();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the room', () => {
  const seen = (is_seen: boolean) => JSON.stringify({ type: 'seen', is_seen });
  const seenFrames = ({ said }: FakeSocket) => said.filter((text) => text.includes('seen'));

  it('is told when the tab is hidden and shown again, once each', async () => {
    const socket = await anOpenSocket();
    for (const state of ['hidden', 'hidden', 'visible', 'visible'] as const) page.show(state);
    expect(socket.url.searchParams.has('hidden')).toBe(false);
    expect(seenFrames(socket)).toEqual([seen(false), seen(true)]);
  });

  it('is told by the address of the socket that its tab is hidden, and by a frame if that has changed meanwhile', async () => {
    page.show('hidden');
    close = openMemberSocket();
    await pass(0);
    expect(latest().url.searchParams.get('hidden')).toBe('1');
    page.show('visible');
    await pass(0);
    latest().open();
    expect([latest().url.searchParams.get('hidden'), ...seenFrames(latest())]).toEqual([null]);
    latest().drop();
    await pass(2000);
    page.show('hidden');
    latest().open();
    expect(seenFrames(latest())).toEqual([seen(false)]);
  });

  it('is left at once by a page that is closed, and entered again by one that is restored', async () => {
    const socket = await anOpenSocket();
    page.close();
    expect(socket.readyState).toBe(3);
    await pass(120_000);
    expect(FakeSocket.all).toHaveLength(1);
    page.restore();
    await pass(0);
    latest().open();
    expect([FakeSocket.all.length, socketState()]).toEqual([2, 'open']);
  });
});
