export const TICK_MS = 900;
export const LAST_TICK = 20;
/** The ticks at which the page changes its sentence (docs/product.md, "Waiting for the activation mail"). */
const SENTENCE_CHANGES = [4, 7, 10];

export type Delivery = { state: 'sending'; tick: number } | { state: 'delivered' } | { state: 'late' };

/** The index, 0 to 3, of the sentence that is shown at a tick. */
export const sentenceIndexAt = (tick: number): number => SENTENCE_CHANGES.filter((turn) => tick >= turn).length;

/** Asks every 900 ms whether the mail has left, 20 times at most; a failed call counts as one. Returns a function that stops it. */
export function pollDelivery(ask: () => Promise<boolean>, show: (delivery: Delivery) => void): () => void {
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
