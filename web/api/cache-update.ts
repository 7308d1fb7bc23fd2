import type { QueryClient, QueryKey, SetDataOptions } from '@tanstack/react-query';

/** Changes a cached answer, if it is there. What an event has outdated in it is still asked for: only the server's answer makes it whole. */
export function patchAnswer<T>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (known: T) => T | undefined,
  options?: SetDataOptions,
): void {
  const query = client.getQueryCache().find({ queryKey });
  const isOutdated = query?.state.isInvalidated;
  client.setQueryData<T>(queryKey, (known) => known && change(known), options);
  if (isOutdated) query?.invalidate();
}
