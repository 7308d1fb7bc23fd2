import { Link } from 'react-router';
import { LIKE_TYPES, type LikesAnswer, type LikeType } from '#contract/likes';
import { MemberGrid, MemberGridSkeleton } from '../../cards/member-grid.tsx';
import { QuoteLine } from '../../cards/quotes/quote-block.tsx';
import { formatExact, formatNumber, formatRelative } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useFocusAddedItems } from '../../ui/lists/focus-added-items.ts';
import { usePageParams } from '../../ui/navigation/page-params.ts';
import { type LikeListEntry, useLikeList } from './likes-queries.ts';
import { NoLikes } from './no-likes.tsx';
import '../../ui/styles/chip-row.css';
import './likes-screen.css';

/** In the order of the tabs. The first one has the address /likes. */
const TABS = ['liked_by', 'profiles', 'matches'] as const satisfies readonly LikeType[];

function LikeTabs({ current, totals }: { current: LikeType; totals: LikesAnswer['totals'] | undefined }) {
  const { t } = useTranslation('likes');
  return (
    <nav className="chip-row likes-tabs" aria-label={t('title')}>
      {TABS.map((type) => {
        const isCurrent = type === current;
        const newLikes = type === 'liked_by' ? (totals?.new_likes ?? 0) : 0;
        const count = totals?.[type] ?? 0;
        return (
          <Link
            key={type}
            to={type === TABS[0] ? '/likes' : `/likes/${type}`}
            className={isCurrent ? 'chip is-selected' : 'chip'}
            aria-current={isCurrent ? 'page' : undefined}
          >
            {t(`tab_${type}`)}
            {newLikes > 0 && (
              <span className="badge">
                {formatNumber(newLikes)}
                <span className="visually-hidden"> {t('fresh', { count: newLikes })}</span>
              </span>
            )}
            {newLikes === 0 && count > 0 && <span className="tab-count">{formatNumber(count)}</span>}
          </Link>
        );
      })}
    </nav>
  );
}

/** The time of a like or match, relative; screen readers get it as a sentence. */
function LikedAt({ type, at }: { type: LikeType; at: string }) {
  const { t } = useTranslation('likes');
  const when = formatRelative(at);
  return (
    <>
      <span className="visually-hidden">, {t(`since_${type}`, { when })}</span>
      <time dateTime={at} title={formatExact(at)} aria-hidden="true">
        {when}
      </time>
    </>
  );
}

/** Props of a card. A received like or a match links to /likes/m/…, where the like is marked as seen. */
function useCardProps(type: LikeType) {
  const { t } = useTranslation('likes');
  return (liking: LikeListEntry) => ({
    note: (
      <>
        <LikedAt type={type} at={liking.liked_at} />
        {liking.about && (
          <span className="liked-about">
            <Icon name="heart" size="xs" />
            <QuoteLine quote={liking.about} owner={type === 'liked_by' ? null : liking.name} />
          </span>
        )}
      </>
    ),
    to: type === 'profiles' ? `/members/${liking.id}` : `/likes/m/${liking.id}`,
    ...(liking.like_new && { mark: <span className="tag new">{t('new')}</span> }),
  });
}

export function Screen() {
  const { t } = useTranslation('likes');
  const { type: typeParam } = usePageParams();
  const type = LIKE_TYPES.find((known) => known === typeParam) ?? TABS[0];
  const likings = useLikeList(type);
  const cardProps = useCardProps(type);
  const { area, goOn: focusNextAdded } = useFocusAddedItems(
    likings.people.map(({ id }) => id),
    likings.error,
  );
  const showMore = () => {
    focusNextAdded();
    void likings.showMore();
  };
  return (
    <>
      <header className="page-head">
        <h1 className="display display-28">{t('title')}</h1>
      </header>
      <LikeTabs current={type} totals={likings.totals} />
      {likings.isPending && <MemberGridSkeleton count={8} />}
      {likings.error && <ErrorPanel error={likings.error} onRetry={likings.retry} />}
      {!likings.isPending && !likings.error && likings.people.length === 0 && <NoLikes type={type} />}
      {likings.people.length > 0 && (
        <div ref={area}>
          <h2 className="visually-hidden">{t(`tab_${type}`)}</h2>
          <MemberGrid profiles={likings.people} cardProps={cardProps} isLive />
          {likings.hasMore && (
            <div className="likes-show-more">
              <Button tone="quiet" busy={likings.isFetchingPages} onClick={showMore}>
                {t('show_more')}
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  );
}
