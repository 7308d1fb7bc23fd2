import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { SearchAnswer } from '#contract/members';
import { formatNumber } from '../../i18n/format.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';

/** After so many pages by themselves the reader is asked, so that what follows the list can be reached. */
const ASK_EVERY = 5;
/** Loaded while so much of the list is still to come. */
const AHEAD = '800px';

interface MoreOnScrollProps {
  loaded: number;
  isLoading: boolean;
  onMore: () => void;
}

/** More results as one comes near the end of those that are there; the button does the same. */
export function MoreOnScroll({ loaded, isLoading, onMore }: MoreOnScrollProps) {
  const { t } = useTranslation('members');
  const end = useRef<HTMLDivElement>(null);
  const load = useRef(onMore);
  load.current = onMore;
  const isWaiting = isLoading || loaded % ASK_EVERY === 0;
  useEffect(() => {
    const element = end.current;
    if (!element || isWaiting) return;
    const near = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && load.current(), { rootMargin: AHEAD });
    near.observe(element);
    return () => near.disconnect();
  }, [isWaiting]);
  return (
    <div className="more" ref={end}>
      <Button tone="quiet" busy={isLoading} onClick={onMore}>
        {t('show_more')}
      </Button>
    </div>
  );
}

function Way({ page, walk, icon, label }: { page: number; walk: string; icon: IconName; label: string }) {
  const [query] = useSearchParams();
  const next = new URLSearchParams(query);
  next.set('page', String(page));
  return (
    <ButtonLink tone="quiet" to={{ search: `?${next}` }} state={{ walk }} onClick={() => scrollTo(0, 0)}>
      {icon === 'chevron-left' && <Icon name={icon} size="s" />}
      {label}
      {icon === 'chevron-right' && <Icon name={icon} size="s" />}
    </ButtonLink>
  );
}

/** Back and forth between the pages of a search. */
export function Pager({ paging: { page, num_pages: count, is_capped: isCapped, walk } }: Pick<SearchAnswer, 'paging'>) {
  const { t } = useTranslation('members');
  if (count <= 1 && page === 1) return null;
  return (
    <nav className="pager" aria-label={t('pages')}>
      {page > 1 ? <Way page={Math.min(page - 1, count)} walk={walk} icon="chevron-left" label={t('page_before')} /> : <span />}
      <span className="soft">{t('page_of', { page: formatNumber(page), count: `${formatNumber(count)}${isCapped ? '+' : ''}` })}</span>
      {page < count ? <Way page={page + 1} walk={walk} icon="chevron-right" label={t('page_next')} /> : <span />}
    </nav>
  );
}
