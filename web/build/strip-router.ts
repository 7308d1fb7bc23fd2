import type { Plugin } from 'vite';

const ROUTER = /node_modules\/react-router\/dist\/production\/.*\.js$/;
/** Components that nobody uses stay in a bundle only because they are given names for the devtools. */
const DISPLAY_NAME = /^\w+\.displayName = "[^"]*";$/gm;
const MADE_BY_REACT = /= (React\w*(?:\$\d)?)\.(forwardRef|createContext|memo)\(/g;
/** Links prefetch by themselves only inside the router's framework; ours are fetched by preload-routes. */
const PREFETCHING_LINK = /return shouldPrefetch && .* : link;/;
const PREFETCHING = /= usePrefetchBehavior\(prefetch, rest\);/;

/** Leaves out of the built page what the router carries for its framework, about an eighth of its weight. */
export function leanRouter(): Plugin {
  return {
    name: 'vonk-lean-router',
    apply: 'build',
    transform: {
      filter: { id: ROUTER },
      handler(code) {
        const lean = code
          .replace(DISPLAY_NAME, '')
          .replace(MADE_BY_REACT, '= /* @__PURE__ */ $1.$2(')
          .replace(PREFETCHING_LINK, 'return link;')
          .replace(PREFETCHING, '= [false, null, {}];');
        return { code: lean, map: null };
      },
    },
  };
}
