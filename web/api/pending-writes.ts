let writesInFlight = 0;

/** Whether a request that changes something on the server is in flight. */
export const isSending = (): boolean => writesInFlight > 0;

/** Counts a request that changes something as in flight until it is answered or fails. */
export async function trackWrite<T>(request: Promise<T>): Promise<T> {
  writesInFlight += 1;
  try {
    return await request;
  } finally {
    writesInFlight -= 1;
  }
}
