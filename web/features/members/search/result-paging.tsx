import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { SearchAnswer } from '#contract/members';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { usePageWords } from './result-count.ts';

/** After so many pages by themselves the reader is asked, so that what follows the list can be reached. */
const ASK_EVERY = 5;
/** Loaded while so much of the list is still to come; by whoever has not scrolled yet, only once its end is seen. */
const AHEAD = '800px';

function useHasScrolled(): boolean {
  const [hasScrolled, setHasScrolled] = useState(() => scrollY > 0);
  useEffect(() => {
    const begin = () => setHasScrolled(true);
    addEventListener('scroll', begin, { once: true, passive: true });
    return () => removeEventListener('scroll', begin);
  }, []);
  return hasScrolled;
}

interface MoreOnScrollProps {
  loaded: number;
  isLoading: boolean;
  onMore: () => void;
  /** The button was pressed, or went while it had the focus. */
  onLeft: () => void;
}

/** More results as one comes near the end of those that are there; the button does the same. */
export function MoreOnScroll({ loaded, isLoading, onMore, onLeft }: MoreOnScrollProps) {
  const { t } = useTranslation('members');
  const end = useRef<HTMLDivElement>(null);
  const load = useRef(onMore);
  load.current = onMore;
  const left = useRef(onLeft);
  left.current = onLeft;
  const isWaiting = isLoading || loaded % ASK_EVERY === 0;
  const rootMargin = useHasScrolled() ? AHEAD : '0px';
  useEffect(() => {
    const element = end.current;
    if (!element || isWaiting) return;
    const near = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && load.current(), { rootMargin });
    near.observe(element);
    return () => near.disconnect();
  }, [isWaiting, rootMargin]);
  useLayoutEffect(() => {
    const element = end.current;
    return () => {
      if (element?.contains(document.activeElement)) left.current();
    };
  }, []);
  const press = () => {
    onLeft();
    onMore();
  };
  return (
    <div className="more" ref={end}>
      <Button tone="quiet" busy={isLoading} onClick={press}>
        {t('show_more')}
      </Button>
    </div>
  );
}

interface EarlierProps {
  isLoading: boolean;
  onEarlier: () => void;
  onPress: () => void;
}

/** The pages before the one that an address began with. */
export function Earlier({ isLoading, onEarlier, onPress }: EarlierProps) {
  const { t } = useTranslation('members');
  const press = () => {
    onPress();
    onEarlier();
  };
  return (
    <div className="more earlier">
      <Button tone="quiet" busy={isLoading} onClick={press}>
        {t('show_earlier')}
      </Button>
    </div>
  );
}

interface WayProps {
  page: number;
  walk: string;
  icon: IconName;
  label: string;
  onPress: () => void;
}

function Way({ page, walk, icon, label, onPress }: WayProps) {
  const [query] = useSearchParams();
  const next = new URLSearchParams(query);
  next.set('page', String(page));
  const press = () => {
    onPress();
    scrollTo(0, 0);
  };
  return (
    <ButtonLink tone="quiet" to={{ search: `?${next}` }} state={{ walk }} onClick={press}>
      {icon === 'chevron-left' && <Icon name={icon} size="s" />}
      {label}
      {icon === 'chevron-right' && <Icon name={icon} size="s" />}
    </ButtonLink>
  );
}

/** Back and forth between the pages of a search. */
export function Pager({ paging, onPress }: Pick<SearchAnswer, 'paging'> & Pick<WayProps, 'onPress'>) {
  const { t } = useTranslation('members');
  const pageWords = usePageWords();
  const { page, num_pages: count, walk } = paging;
  const way = { walk, onPress };
  if (count <= 1 && page === 1) return null;
  return (
    <nav className="pager" aria-label={t('pages')}>
      {page > 1 ? <Way {...way} page={Math.min(page - 1, count)} icon="chevron-left" label={t('page_before')} /> : <span />}
      <span className="soft">{pageWords(paging)}</span>
      {page < count ? <Way {...way} page={page + 1} icon="chevron-right" label={t('page_next')} /> : <span />}
    </nav>
  );
}
