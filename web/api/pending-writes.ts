let underWay = 0;

/** Whether a request that changes something on the server is in flight. */
export const isSending = (): boolean => underWay > 0;

/** Counts a request that changes something as in flight until it is answered or fails. */
export async function whileSending<T>(request: Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await request;
  } finally {
    underWay -= 1;
  }
}
