import type { Plugin } from 'vite';

const CORE = /node_modules\/@tanstack\/query-core\/build\/modern\/(queryClient|query|infiniteQueryObserver)\.js$/;

/** Changes go out through `call`, not through the library's mutations. */
const MUTATIONS = [
  ['config.mutationCache || new MutationCache()', 'config.mutationCache'],
  ['this.#mutationCache.', 'this.#mutationCache?.'],
] as const;

/** A query of several pages carries the way they are fetched itself, so that it comes with the first screen that has such a query. */
const PAGES = [
  ['import { infiniteQueryBehavior } from "./infiniteQueryBehavior.js";', ''],
  ['this.#queryType === "infinite" ? infiniteQueryBehavior(', 'this.#queryType ? this.#queryType('],
] as const;
const OBSERVER = [
  ['import { hasNextPage,', 'import { infiniteQueryBehavior, hasNextPage,'],
  ['options._type = "infinite"', 'options._type = infiniteQueryBehavior'],
] as const;

const LEAN: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  queryClient: MUTATIONS,
  query: PAGES,
  infiniteQueryObserver: OBSERVER,
};

/** Ways in that nobody here goes, and what serves only them or the mutations. */
const UNUSED = [
  ...['isMutating', 'setMutationDefaults', 'getMutationDefaults', 'defaultMutationOptions'],
  ...['getQueriesData', 'setQueriesData', 'ensureQueryData', 'ensureInfiniteQueryData'],
  ...['query', 'infiniteQuery', 'fetchInfiniteQuery', 'prefetchInfiniteQuery'],
];

/** A class without one of its methods. */
function without(code: string, method: string): string {
  const lean = code.replace(new RegExp(`\\n\\t(async )?${method}\\([^\\n]*\\{\\n[\\s\\S]*?\\n\\t\\}(?=\\n)`), '');
  if (lean === code) throw new Error(`There is no longer a method ${method}`);
  return lean;
}

/** Leaves out of the built page, or of its first load, what the cache of answers carries for others. */
export function leanQuery(): Plugin {
  return {
    name: 'vonk-lean-query',
    apply: 'build',
    transform: {
      filter: { id: CORE },
      handler(code, id) {
        const changes = LEAN[CORE.exec(id)?.[1] ?? ''] ?? [];
        for (const [was] of changes) if (!code.includes(was)) throw new Error(`${id} has no longer: ${was}`);
        const lean = changes.reduce((before, [was, is]) => before.replaceAll(was, is), code);
        return { code: id.endsWith('/queryClient.js') ? UNUSED.reduce(without, lean) : lean, map: null };
      },
    },
  };
}
