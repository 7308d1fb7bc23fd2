import type { Locator } from 'playwright-core';

interface Walked {
  /** The farthest a message in view was, in any frame, from where its step had led it. */
  readonly stray: number;
  /** The most of the window's height that stood empty in any frame though messages belong there. */
  readonly bare: number;
}

/** Scrolls a long thread that is at rest up by steps of three frames and measures each frame as it is painted, in px. At the top it rests until older messages have come, and a moment more. */
export const walkUp = (thread: Locator, walk: { steps: number; by: number }): Promise<Walked> =>
  thread.evaluate(
    async (box, { steps, by, restMs }) => {
      const most = { stray: 0, bare: 0 };
      const inView = ({ top, bottom }: DOMRect) => {
        const frame = box.getBoundingClientRect();
        return Math.max(0, Math.min(bottom, frame.bottom) - Math.max(top, frame.top));
      };
      const drawn = () => {
        const rows = [...box.querySelectorAll('.trow')].filter((row) => getComputedStyle(row).visibility === 'visible');
        return new Map(rows.map((row) => [row, row.getBoundingClientRect()] as const).filter(([, rect]) => inView(rect) > 0));
      };
      /** A day above a message may go: the words stay. */
      const places = () => new Map([...drawn().keys()].map((row) => [row, row.querySelector('.msg')?.getBoundingClientRect().top ?? 0]));
      const look = (from: Map<Element, number>, moved: number) => {
        const list = box.querySelector('.msgs-in > *')?.getBoundingClientRect();
        const covered = [...drawn().values()].reduce((sum, rect) => sum + inView(rect), 0);
        most.bare = Math.max(most.bare, list ? inView(list) - covered : Number.POSITIVE_INFINITY);
        for (const [row, at] of places()) most.stray = Math.max(most.stray, Math.abs(at - (from.get(row) ?? at - moved) - moved));
      };
      /** Scrolls, and comes back right before the frame is painted: a fresh observer is told last of all. */
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
      for (let step = 0; step < steps; step += 1) {
        const from = places();
        let moved = 0;
        let restsUntil = 0;
        for (let frame = 0; frame < 3 || performance.now() < restsUntil; frame += 1) {
          moved += await painted(frame === 0 ? by : 0);
          if (box.scrollTop === 0) restsUntil = performance.now() + restMs;
          look(from, moved);
        }
      }
      return most;
    },
    { ...walk, restMs: 250 },
  );
