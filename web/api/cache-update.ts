import type { Query, QueryClient, QueryKey, SetDataOptions } from '@tanstack/react-query';

/**
 * Changes a cached answer, if there is one. An answer that was marked as invalidated stays invalidated, although setting data would clear
 * the mark: the change covers one event only, so the query is still refetched.
 */
export function updateCachedAnswer<T>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (cached: T) => T | undefined,
  options?: SetDataOptions,
): void {
  const query = client.getQueryCache().find({ queryKey });
  const wasInvalidated = query?.state.isInvalidated;
  client.setQueryData<T>(queryKey, (cached) => cached && change(cached), options);
  if (wasInvalidated) query?.invalidate();
}

/**
 * Calls `act` when the query's fetch in progress succeeds. Its answer may be from before a change, and a fetch of the next page also
 * restores the earlier pages as they were when it began.
 */
export function afterFetch(query: Query, act: () => void): void {
  query.promise?.then(act, () => undefined);
}
