import { PAGES, pageAt } from '#contract/pages/page-routes';

/** How a navigation is answered: by the bare page, by the network with the bare page as its fallback, or not by the service worker. */
export type NavigationStrategy = 'shell' | 'network' | 'past';

/** Paths that are no pages of the app: calls that redirect or download, files, developer pages, the operators' desk. */
const NO_PAGE = /^\/(api|assets|cams|icons|photos|operator|_i18n|_dev|_desk)(\/|$)|\.\w+$/;

/** The parameter by which a local site shows another template; the bare page would ignore it. */
const TEMPLATE_PARAMETER = 'template';

/**
 * The strategy of an address (docs/product.md, "Navigation with the service worker"): member pages start from the bare page, all other
 * paths from the network.
 */
export function navigationStrategyOf({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): NavigationStrategy {
  if (NO_PAGE.test(pathname)) return 'past';
  if (searchParams.has(TEMPLATE_PARAMETER)) return 'network';
  const page = pageAt(pathname);
  return page && PAGES[page].access === 'member' ? 'shell' : 'network';
}
