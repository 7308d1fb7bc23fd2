import type { Locator } from 'playwright-core';

interface Walked {
  /** The farthest a message in view was, in any frame, from where its step had led it. */
  readonly stray: number;
  /** The share of the frames in which a part of the window stood empty though messages belong there. */
  readonly bare: number;
}

/** Scrolls a long thread that is at rest up by steps of three frames and measures each frame as it is painted. At the top it rests until older messages have come, and a moment more. */
export const walkUp = (thread: Locator, walk: { steps: number; by: number }): Promise<Walked> =>
  thread.evaluate(
    async (box, { steps, by, restMs }) => {
      let stray = 0;
      let looks = 0;
      let bareLooks = 0;
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
        looks += 1;
        if (!list || inView(list) - covered > 1) bareLooks += 1;
        for (const [row, at] of places()) stray = Math.max(stray, Math.abs(at - (from.get(row) ?? at - moved) - moved));
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
      let restsUntil = 0;
      for (let step = 0; step < steps; ) {
        const isResting = performance.now() < restsUntil;
        const from = places();
        let moved = 0;
        for (let frame = 0; frame < 3; frame += 1) {
          moved += await painted(isResting || frame > 0 ? 0 : by);
          if (box.scrollTop === 0) restsUntil = performance.now() + restMs;
          look(from, moved);
        }
        if (!isResting) step += 1;
      }
      return { stray, bare: bareLooks / looks };
    },
    { ...walk, restMs: 250 },
  );
