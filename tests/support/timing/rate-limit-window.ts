import { setTimeout as pause } from 'node:timers/promises';

const MARGIN_MS = 3_000;

/** Waits for the next rate-limit window if the present one ends soon, so that all that follows is counted in one window. */
export async function avoidWindowEnd(windowMs: number): Promise<void> {
  const left = windowMs - (Date.now() % windowMs);
  if (left < MARGIN_MS) await pause(left + 10);
}
