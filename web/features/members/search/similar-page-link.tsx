import { Link, useSearchParams } from 'react-router';
import { Icon, type IconName } from '../../../ui/icon.tsx';

const PARAMETER = 'similarpage';

/** The page of similar members that an address names (docs/product.md, "Similar members"). */
export const similarPageIn = (query: URLSearchParams): number => Math.max(1, Number.parseInt(query.get(PARAMETER) ?? '1', 10) || 1);

/** A link to another page of similar members, which replaces the history entry. */
export function SimilarPageLink({ page, icon, label }: { page: number; icon: IconName; label: string }) {
  const [query] = useSearchParams();
  const next = new URLSearchParams(query);
  if (page > 1) next.set(PARAMETER, String(page));
  else next.delete(PARAMETER);
  return (
    <Link className="icon-btn" to={{ search: next.toString() }} replace preventScrollReset aria-label={label}>
      <Icon name={icon} />
    </Link>
  );
}
