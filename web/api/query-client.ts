import { CancelledError, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { CallError } from './call.ts';
import { isServerReachable } from './reachability.ts';

const RETRIES = 2;
const FRESH_MS = 30_000;
const CACHE_MS = 15 * 60_000;

const isRetryable = (error: Error) => error instanceof CallError && (error.code === 'offline' || error.status >= 500);

/** Milliseconds until a query is retried: not before the server has asked for it, which it does where it is busy. */
function retryDelay(attempt: number, error: Error): number {
  const backoff = 500 * 2 ** attempt + Math.random() * 500;
  return error instanceof CallError && error.code === 'busy' ? Math.max(backoff, (error.retryAfter ?? 0) * 1000) : backoff;
}

/** Retries a query twice after a lost connection or a 5xx answer. A refusal is an answer and is not retried. */
export const queryClient = new QueryClient({
  // Failed queries are only logged here: the screen that needs one shows the error (docs/product.md, "Empty and failed states").
  queryCache: new QueryCache({ onError: (error) => !(error instanceof CancelledError) && console.warn(error) }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      gcTime: CACHE_MS,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < RETRIES && isRetryable(error),
      retryDelay,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** When the server can be reached again, failed queries on screen are refetched. Other changes come by events and polling. */
isServerReachable.subscribe(() => {
  if (!isServerReachable.get()) return;
  const predicate = ({ state }: Query) => state.error !== null && isRetryable(state.error);
  void queryClient.refetchQueries({ type: 'active', predicate });
});
