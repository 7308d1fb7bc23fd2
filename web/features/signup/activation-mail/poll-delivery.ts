export const TICK_MS = 900;
export const LAST_TICK = 20;
/** The ticks from which on the page shows other words (docs/product.md, "Waiting for the activation mail"). */
const TURNS = [4, 7, 10];

export type Delivery = { state: 'sending'; tick: number } | { state: 'delivered' } | { state: 'late' };

/** Which of the four sentences stands there at a tick. */
export const wordsAt = (tick: number): number => TURNS.filter((turn) => tick >= turn).length;

/** Asks every 900 ms whether the letter has left, twenty times at most; a failed question counts as a tick. Returns its stop. */
export function watchDelivery(ask: () => Promise<boolean>, show: (delivery: Delivery) => void): () => void {
  let tick = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const next = async () => {
    tick += 1;
    const isDelivered = await ask().catch(() => false);
    if (isStopped) return;
    if (isDelivered) return show({ state: 'delivered' });
    if (tick >= LAST_TICK) return show({ state: 'late' });
    show({ state: 'sending', tick });
    timer = setTimeout(() => void next(), TICK_MS);
  };

  timer = setTimeout(() => void next(), TICK_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
