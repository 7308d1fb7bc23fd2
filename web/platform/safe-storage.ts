/** What a storage gives, or undefined where it is blocked or full; such a one may throw before it promises anything. */
export async function orNothing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}
