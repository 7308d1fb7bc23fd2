import { CancelledError, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { CallError } from './call.ts';
import { isReached } from './reachability.ts';

const RETRIES = 2;
const FRESH_MS = 30_000;
const KEPT_MS = 15 * 60_000;

const isWorthRepeating = (error: Error) => error instanceof CallError && (error.code === 'offline' || error.status >= 500);

/** A refusal is an answer and is not asked again; a lost connection or a busy server is. */
export const queryClient = new QueryClient({
  // What could not be read is only logged. The screen that asked for it says so in its place (docs/product.md, "Empty and failed states").
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

/** What could not be read while nobody answered is read when somebody does; what has changed meanwhile is the business of events and polls. */
isReached.subscribe(() => {
  if (!isReached.get()) return;
  const predicate = ({ state }: Query) => state.error !== null && isWorthRepeating(state.error);
  void queryClient.refetchQueries({ type: 'active', predicate });
});
