/** The result of `ask`; undefined if it throws or rejects. For storage that may be blocked or full, and may throw synchronously. */
export async function safely<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}
