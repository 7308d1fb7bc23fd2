import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { getOperator, logOutOperator, type Operator } from '#contract/operator/desk-session';
import { CallError, call, onRefusal } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';

const KEY = ['desk', 'operator'] as const;

/** The signed-in operator; null if nobody is signed in. */
export const operatorQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }): Promise<Operator | null> => {
    try {
      return (await call(getOperator, {}, { signal })).operator;
    } catch (error) {
      if (error instanceof CallError && ENDING.has(error.code)) return null;
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Refusals after which nobody is signed in any more. */
const ENDING: ReadonlySet<string> = new Set(['signed_out', 'banned']);

export const setOperator = (operator: Operator): void => void queryClient.setQueryData(KEY, operator);

/** Forgets who is signed in and everything that was loaded for them. */
export function forgetOperator(): void {
  queryClient.setQueryData(KEY, null);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== KEY[1] });
}

/** Shows the sign-in page as soon as a call of the desk is refused because the session has ended. */
export function followEndedSession(): void {
  onRefusal(({ who }, { code }) => {
    if (who === 'operators' && ENDING.has(code)) forgetOperator();
  });
}

/** Ends the session; also if the server cannot be reached nothing stays on the screen. */
export async function signOut(): Promise<void> {
  try {
    await call(logOutOperator, {});
  } finally {
    forgetOperator();
  }
}

/** The signed-in operator, for pages that are only shown to one. */
export function useOperator(): Operator {
  const client = useQueryClient();
  const { data } = useQuery(operatorQuery, client);
  if (!data) throw new Error('this page is only shown to an operator');
  return data;
}
