import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchReconnects } from '../../../../web/app/vitals/watch-reconnects.ts';
import { socketInternals } from '../../../../web/realtime/member-events.ts';
import { stubWindow } from '../../realtime/fake-network.ts';

let page: ReturnType<typeof stubWindow>;
let taken: number[];
const wait = (ms: number) => vi.advanceTimersByTime(ms);
const { setState } = socketInternals;

beforeEach(() => {
  vi.useFakeTimers();
  page = stubWindow();
  taken = [];
  setState('closed');
  // The watchers of earlier tests go on with their own lists.
  const own = taken;
  watchReconnects((ms) => own.push(ms));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the first connection of a page is no reconnection', () => {
  setState('connecting');
  wait(300);
  setState('open');
  expect(taken).toEqual([]);
});

test('a reconnection lasts from the loss of the connection until it is open again', () => {
  setState('open');
  wait(5000);
  setState('connecting');
  wait(700);
  setState('open');
  wait(5000);
  setState('connecting');
  wait(200);
  setState('open');
  expect(taken).toEqual([700, 200]);
});

test('it begins anew when the network is back, and when the page is shown again', () => {
  setState('open');
  setState('connecting');
  wait(60_000);
  page.goOnline();
  wait(400);
  setState('open');
  setState('connecting');
  page.show('hidden');
  wait(60_000);
  page.show('visible');
  wait(150);
  setState('open');
  expect(taken).toEqual([400, 150]);
});

test('a reconnection of a hidden page is not measured', () => {
  setState('open');
  page.show('hidden');
  setState('connecting');
  wait(2000);
  setState('open');
  page.show('visible');
  expect(taken).toEqual([]);
});

test('the connection of the next session is no reconnection', () => {
  setState('open');
  setState('connecting');
  setState('closed');
  wait(9000);
  setState('connecting');
  wait(100);
  setState('open');
  expect(taken).toEqual([]);
});
