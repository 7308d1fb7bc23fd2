import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { SearchAnswer } from '#contract/members';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { usePageWords } from './result-count.ts';

/** After every so many pages a button has to be pressed for more, so that what follows the list can be reached. */
const PAGES_PER_PRESS = 5;
/** The next page is loaded this far before the end of the list; before the first scroll only when the end is visible. */
const PRELOAD_MARGIN = '800px';

function useHasScrolled(): boolean {
  const [hasScrolled, setHasScrolled] = useState(() => scrollY > 0);
  useEffect(() => {
    const onScroll = () => setHasScrolled(true);
    addEventListener('scroll', onScroll, { once: true, passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, []);
  return hasScrolled;
}

interface MoreOnScrollProps {
  /** Pages loaded so far. */
  loadedPages: number;
  isLoading: boolean;
  onMore: () => void;
  /** Called when the button is pressed, or removed while it has the focus. */
  onMoveFocus: () => void;
}

/** Loads the next page near the end of the list. The button does the same. */
export function MoreOnScroll({ loadedPages, isLoading, onMore, onMoveFocus }: MoreOnScrollProps) {
  const { t } = useTranslation('members');
  const end = useRef<HTMLDivElement>(null);
  const onMoreRef = useRef(onMore);
  onMoreRef.current = onMore;
  const onLeftRef = useRef(onMoveFocus);
  onLeftRef.current = onMoveFocus;
  const needsPress = isLoading || loadedPages % PAGES_PER_PRESS === 0;
  const rootMargin = useHasScrolled() ? PRELOAD_MARGIN : '0px';
  useEffect(() => {
    const element = end.current;
    if (!element || needsPress) return;
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onMoreRef.current(), { rootMargin });
    observer.observe(element);
    return () => observer.disconnect();
  }, [needsPress, rootMargin]);
  useLayoutEffect(() => {
    const element = end.current;
    return () => {
      if (element?.contains(document.activeElement)) onLeftRef.current();
    };
  }, []);
  const press = () => {
    onMoveFocus();
    onMore();
  };
  return (
    <div className="load-more" ref={end}>
      <Button tone="quiet" busy={isLoading} onClick={press}>
        {t('show_more')}
      </Button>
    </div>
  );
}

interface EarlierPageButtonProps {
  isLoading: boolean;
  onEarlier: () => void;
  onPress: () => void;
}

/** A button that loads the page before the first one on the screen. */
export function EarlierPageButton({ isLoading, onEarlier, onPress }: EarlierPageButtonProps) {
  const { t } = useTranslation('members');
  const press = () => {
    onPress();
    onEarlier();
  };
  return (
    <div className="load-more is-earlier">
      <Button tone="quiet" busy={isLoading} onClick={press}>
        {t('show_earlier')}
      </Button>
    </div>
  );
}

interface PagerLinkProps {
  page: number;
  cursor: string;
  icon: IconName;
  label: string;
  onPress: () => void;
}

function PagerLink({ page, cursor, icon, label, onPress }: PagerLinkProps) {
  const [query] = useSearchParams();
  const next = new URLSearchParams(query);
  next.set('page', String(page));
  const press = () => {
    onPress();
    scrollTo(0, 0);
  };
  return (
    <ButtonLink tone="quiet" to={{ search: `?${next}` }} state={{ walk: cursor }} onClick={press}>
      {icon === 'chevron-left' && <Icon name={icon} size="s" />}
      {label}
      {icon === 'chevron-right' && <Icon name={icon} size="s" />}
    </ButtonLink>
  );
}

/** Links to the previous and the next page of results. */
export function Pager({ paging, onPress }: Pick<SearchAnswer, 'paging'> & Pick<PagerLinkProps, 'onPress'>) {
  const { t } = useTranslation('members');
  const pageWords = usePageWords();
  const { page, num_pages: count, walk } = paging;
  const linkProps = { cursor: walk, onPress };
  if (count <= 1 && page === 1) return null;
  return (
    <nav className="pager" aria-label={t('pages')}>
      {page > 1 ? <PagerLink {...linkProps} page={Math.min(page - 1, count)} icon="chevron-left" label={t('page_before')} /> : <span />}
      <span className="muted">{pageWords(paging)}</span>
      {page < count ? <PagerLink {...linkProps} page={page + 1} icon="chevron-right" label={t('page_next')} /> : <span />}
    </nav>
  );
}
