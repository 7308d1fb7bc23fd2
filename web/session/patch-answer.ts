import type { Query, QueryClient, QueryKey, SetDataOptions } from '@tanstack/react-query';

/** Changes a cached answer, if it is there. What an event has outdated in it is still asked for: only the server's answer makes it whole. */
export function patchAnswer<T>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (known: T) => T | undefined,
  options?: SetDataOptions,
): void {
  const isOutdated = client.getQueryState(queryKey)?.isInvalidated;
  client.setQueryData<T>(queryKey, (known) => known && change(known), options);
  if (isOutdated) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

/** Calls after an answer that is on its way: it may be from before a change, and the next page of a list puts the pages before it back as they were. */
export function whenAnswered(query: Query | undefined, act: () => void): void {
  query?.promise?.then(act, () => undefined);
}
