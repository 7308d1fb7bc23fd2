import { useLocation } from 'react-router';
import { PAGES, pageAt } from '#contract/pages/page-routes';

type PageParams = Partial<Record<'memberId' | 'chatId' | 'type' | 'creditId' | 'paymentMethod' | 'transactionId' | 'slug', string>>;

/** The values that a path has for the parameters of its page, such as `:memberId`. Empty for an unknown page. */
export function paramsOf(pathname: string): PageParams {
  const page = pageAt(pathname);
  const parts = pathname.split('/');
  const names = page ? PAGES[page].path.split('/') : [];
  return Object.fromEntries(names.flatMap((name, i) => (name.startsWith(':') ? [[name.slice(1), parts[i]]] : [])));
}

/** The parameters of the present address. They come from the contract's route table; the router has no table of its own. */
export const usePageParams = (): PageParams => paramsOf(useLocation().pathname);
