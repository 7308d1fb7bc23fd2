const POLL_MS = 60_000;
const POLL_WITH_PUSH_MS = 300_000;

/** Milliseconds between two polls while the live connection is not open (docs/product.md, "Polling"). */
export const pollInterval = (hasPush = false): number => (hasPush ? POLL_WITH_PUSH_MS : POLL_MS);
