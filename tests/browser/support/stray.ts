import type { Locator } from 'playwright-core';

/** Scrolls up by steps and gives the largest distance by which a message on screen strayed from its step. */
export const strayOf = (thread: Locator, walk: { steps: number; by: number }): Promise<number> =>
  thread.evaluate(async (box, { steps, by }) => {
    let most = 0;
    for (let i = 0; i < steps; i += 1) {
      const seen = [...box.querySelectorAll('.msg')].find((one) => one.getBoundingClientRect().top > box.getBoundingClientRect().top + 150);
      const from = seen?.getBoundingClientRect().top ?? 0;
      box.scrollBy(0, -by);
      // As a reader's eye does, which takes in a step once it is drawn: three frames, and until two in a row are alike.
      let before = Number.NaN;
      for (let frame = 0; frame < 20; frame += 1) {
        await new Promise(requestAnimationFrame);
        const now = seen?.getBoundingClientRect().top ?? 0;
        if (frame >= 2 && now === before) break;
        before = now;
      }
      most = Math.max(most, seen?.isConnected ? Math.abs(seen.getBoundingClientRect().top - from - by) : by);
    }
    return most;
  }, walk);
