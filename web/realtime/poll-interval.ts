const POLL_MS = 60_000;
const POLL_WITH_PUSH_MS = 300_000;

/** How long between two looks while the socket is not open (specification 9). */
export const pollInterval = (hasPush = false): number => (hasPush ? POLL_WITH_PUSH_MS : POLL_MS);
