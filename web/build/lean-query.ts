import type { Plugin } from 'vite';

const CLIENT = /node_modules\/@tanstack\/query-core\/build\/modern\/queryClient\.js$/;

/** Changes go out through `call`; without the library's mutations their cache stays out of the built page. */
export function leanQuery(): Plugin {
  return {
    name: 'vonk-lean-query',
    apply: 'build',
    transform: {
      filter: { id: CLIENT },
      handler(code) {
        const lean = code
          .replace('config.mutationCache || new MutationCache()', 'config.mutationCache')
          .replaceAll('this.#mutationCache.', 'this.#mutationCache?.');
        return { code: lean, map: null };
      },
    },
  };
}
