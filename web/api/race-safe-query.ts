import type { QueryFunctionContext } from '@tanstack/react-query';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint';
import { call } from './call.ts';

const MAX_ATTEMPTS = 3;

/**
 * Makes a call for a cached answer that events and the member's own actions also change. If the cached answer was changed or invalidated
 * while the call was in flight, the server's answer may predate that change, so the call is repeated, up to 3 times in all.
 */
export async function raceSafeCall<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { client, queryKey, signal }: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>,
): Promise<OutputOf<E>> {
  const cacheVersion = () => {
    const state = client.getQueryState(queryKey);
    return `${state?.dataUpdateCount}${state?.isInvalidated}`;
  };
  for (let attempt = 1; ; attempt += 1) {
    const before = cacheVersion();
    const answer = await call(endpoint, input, { signal });
    if (cacheVersion() === before || attempt === MAX_ATTEMPTS) return answer;
  }
}
