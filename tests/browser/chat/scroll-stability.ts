import type { Locator } from 'playwright-core';

interface ScrollResult {
  /** The largest distance, in pixels, of a visible message from its expected place in any frame. */
  readonly maxDrift: number;
  /** The share of frames in which a part of the viewport was empty although messages belong there. */
  readonly emptyShare: number;
}

/**
 * Scrolls a long thread up in steps of three frames and measures each frame as it is painted. At the top it pauses until older messages
 * have been loaded, and 250 ms more.
 */
export const scrollUp = (thread: Locator, walk: { steps: number; by: number }): Promise<ScrollResult> =>
  thread.evaluate(
    async (box, { steps, by, restMs }) => {
      let stray = 0;
      let frames = 0;
      let bareFrames = 0;
      const inView = ({ top, bottom }: DOMRect) => {
        const frame = box.getBoundingClientRect();
        return Math.max(0, Math.min(bottom, frame.bottom) - Math.max(top, frame.top));
      };
      const visibleRows = () => {
        const rows = [...box.querySelectorAll('.message-row')].filter((row) => getComputedStyle(row).visibility === 'visible');
        return new Map(rows.map((row) => [row, row.getBoundingClientRect()] as const).filter(([, rect]) => inView(rect) > 0));
      };
      /** The tops of the visible messages; a date above a message may disappear. */
      const places = () =>
        new Map([...visibleRows().keys()].map((row) => [row, row.querySelector('.message')?.getBoundingClientRect().top ?? 0]));
      const measure = (from: Map<Element, number>, moved: number) => {
        const list = box.querySelector('.messages-content > *')?.getBoundingClientRect();
        const filled = [...visibleRows().values()].reduce((sum, rect) => sum + inView(rect), 0);
        frames += 1;
        if (!list || inView(list) - filled > 1) bareFrames += 1;
        for (const [row, at] of places()) stray = Math.max(stray, Math.abs(at - (from.get(row) ?? at - moved) - moved));
      };
      /** Scrolls and resolves right before the frame is painted, since a new ResizeObserver is called last. */
      const painted = (distance: number) =>
        new Promise<number>((resolve) => {
          requestAnimationFrame(() => {
            const before = box.scrollTop;
            box.scrollBy(0, -distance);
            const moved = before - box.scrollTop;
            const observer = new ResizeObserver(() => {
              observer.disconnect();
              resolve(moved);
            });
            observer.observe(document.body);
          });
        });
      await new Promise((resolve) => setTimeout(resolve, restMs));
      let restsUntil = 0;
      for (let step = 0; step < steps; ) {
        const isResting = performance.now() < restsUntil;
        const from = places();
        let moved = 0;
        for (let frame = 0; frame < 3; frame += 1) {
          moved += await painted(isResting || frame > 0 ? 0 : by);
          if (box.scrollTop === 0) restsUntil = performance.now() + restMs;
          measure(from, moved);
        }
        if (!isResting) step += 1;
      }
      return { maxDrift: stray, emptyShare: bareFrames / frames };
    },
    { ...walk, restMs: 250 },
  );
