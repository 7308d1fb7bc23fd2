import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint';
import { countWaitingCases, getCase, listCases, listColleagues } from '#contract/operator/operated-cases';
import { getPrompts } from '#contract/profile';
import { call } from '../../api/call.ts';
import type { DeskLocale } from '../texts.ts';

export const CASE_LISTS = ['queue', 'mine', 'closed'] as const satisfies readonly NonNullable<InputOf<typeof listCases>['list']>[];
export type CaseList = (typeof CASE_LISTS)[number];

/** New cases appear by themselves while the list is looked at. */
const REFRESH_MS = 60_000;

/** The pages of a list of cases. */
export const casesQuery = (list: CaseList) =>
  infiniteQueryOptions({
    queryKey: ['desk', 'cases', list],
    queryFn: ({ pageParam, signal }) => call(listCases, { list, ...(pageParam !== null && { after: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: REFRESH_MS,
  });

/** How many cases wait for the operator. */
export const waitingCasesQuery = queryOptions({
  queryKey: ['desk', 'cases', 'waiting'],
  queryFn: async ({ signal }) => (await call(countWaitingCases, {}, { signal })).count,
  refetchInterval: REFRESH_MS,
});

/** A case. Every answer is a look that the server writes down, so that it is only asked for when somebody wants to see it. */
export const caseQuery = (number: string) =>
  queryOptions({ queryKey: ['desk', 'case', number], queryFn: ({ signal }) => call(getCase, { number }, { signal }) });

/** The operators to whom a case can be given. */
export const colleaguesQuery = queryOptions({
  queryKey: ['desk', 'colleagues'],
  queryFn: async ({ signal }) => (await call(listColleagues, {}, { signal })).operators,
});

/** The questions that profiles answer, by their ids. */
export const promptsQuery = (locale: DeskLocale) =>
  queryOptions({
    queryKey: ['desk', 'prompts', locale],
    queryFn: async ({ signal }) => new Map((await call(getPrompts, {}, { signal })).prompts.map(({ id, label }) => [id, label])),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Loads a case anew, the count of waiting ones, and the lists when they are looked at next. */
export async function reloadCase(client: QueryClient, number: string): Promise<void> {
  void client.invalidateQueries({ queryKey: ['desk', 'cases'] });
  await client.invalidateQueries(caseQuery(number));
}
