import { PAGES, pageAt } from '#contract/pages/page-routes';

/** How an opened address is answered: from the shell at once, by the network with the shell behind it, or as if there were no service worker. */
export type NavigationWay = 'shell' | 'network' | 'past';

/** What answers with something else than a page of ours: calls that redirect or download, files, the pages of development. */
const NO_PAGE = /^\/(api|assets|cams|icons|photos|_i18n|_dev)(\/|$)|\.\w+$/;

/** Asks the server for another template (a local site answers it): the shell would pass over it. */
const TEMPLATE = 'template';

/** Pages for members start from the shell; what visitors and links from mails need is asked of the server first, unknown paths included. */
export function wayOf({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): NavigationWay {
  if (NO_PAGE.test(pathname)) return 'past';
  if (searchParams.has(TEMPLATE)) return 'network';
  const page = pageAt(pathname);
  return page && PAGES[page].access === 'member' ? 'shell' : 'network';
}
