/** What somebody wants, and what the server is known to have. */
export interface Intent<T> {
  confirmed: T;
  wanted: T;
}

/** Sends until the server stands where the last press wanted it: one request at a time, so that none overtakes another; throws what refuses the last. */
export async function settle<T>(intent: Intent<T>, send: (wanted: T) => Promise<unknown>): Promise<void> {
  let isCertain = true;
  while (intent.wanted !== intent.confirmed || !isCertain) {
    const sent = intent.wanted;
    try {
      await send(sent);
      intent.confirmed = sent;
      isCertain = true;
    } catch (error) {
      if (intent.wanted === sent) throw error;
      isCertain = false;
    }
  }
}
