import { useLocation } from 'react-router';
import { PAGES, pageAt } from '#contract/pages/page-routes';

type PageParams = Partial<Record<'memberId' | 'chatId' | 'type' | 'creditId' | 'paymentMethod' | 'transactionId' | 'slug', string>>;

/** What stands in an address where its page's path says `:memberId` and the like. */
export function paramsOf(pathname: string): PageParams {
  const page = pageAt(pathname);
  const parts = pathname.split('/');
  const names = page ? PAGES[page].path.split('/') : [];
  return Object.fromEntries(names.flatMap((name, i) => (name.startsWith(':') ? [[name.slice(1), parts[i]]] : [])));
}

/** The one table of addresses is the contract's: the router below it keeps the history and needs no table of its own. */
export const usePageParams = (): PageParams => paramsOf(useLocation().pathname);
