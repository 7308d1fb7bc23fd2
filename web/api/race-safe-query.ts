import type { QueryFunctionContext } from '@tanstack/react-query';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint';
import { call } from './call.ts';

const TRIES = 3;

/**
 * What the server says, for a cached answer that events and my own acts change or outdate too: when one did so while the call was on
 * its way, the answer may be from before it and is asked again.
 */
export async function askNewest<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { client, queryKey, signal }: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>,
): Promise<OutputOf<E>> {
  const changes = () => {
    const state = client.getQueryState(queryKey);
    return `${state?.dataUpdateCount}${state?.isInvalidated}`;
  };
  for (let tries = 1; ; tries += 1) {
    const before = changes();
    const answer = await call(endpoint, input, { signal });
    if (changes() === before || tries === TRIES) return answer;
  }
}
