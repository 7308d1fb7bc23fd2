let underWay = 0;

/** Whether something that changes what the server holds is on its way there. */
export const isSending = (): boolean => underWay > 0;

/** Counts a request that changes something until it is answered or has failed. */
export async function whileSending<T>(answer: Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await answer;
  } finally {
    underWay -= 1;
  }
}
