import { CancelledError, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { CallError } from './call.ts';
import { isReached } from './reachability.ts';

const RETRIES = 2;
const FRESH_MS = 30_000;
const KEPT_MS = 15 * 60_000;

const isWorthRepeating = (error: Error) => error instanceof CallError && (error.code === 'offline' || error.status >= 500);

/** Retries a query twice after a lost connection or a 5xx answer. A refusal is an answer and is not retried. */
export const queryClient = new QueryClient({
  // Failed queries are only logged here: the screen that needs one shows the error (docs/product.md, "Empty and failed states").
  queryCache: new QueryCache({ onError: (error) => !(error instanceof CancelledError) && console.warn(error) }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      gcTime: KEPT_MS,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < RETRIES && isWorthRepeating(error),
      retryDelay: (attempt) => 500 * 2 ** attempt + Math.random() * 500,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** When the server can be reached again, failed queries on screen are refetched. Other changes come by events and polling. */
isReached.subscribe(() => {
  if (!isReached.get()) return;
  const predicate = ({ state }: Query) => state.error !== null && isWorthRepeating(state.error);
  void queryClient.refetchQueries({ type: 'active', predicate });
});
