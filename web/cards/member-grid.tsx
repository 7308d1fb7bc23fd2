import type { ReactElement } from 'react';
import type { ProfileCard } from '#contract/profile';
import { useTranslation } from '../i18n/use-translation.ts';
import { animateRows, animateRowsByMenu } from '../ui/lists/animate-rows.ts';
import { MemberCard, type MemberCardProps } from './member-card.tsx';
import './member-grid.css';

/** The number of cards that most screens show without scrolling. */
const ABOVE_FOLD = 4;

interface MemberGridProps<P extends ProfileCard> {
  profiles: readonly P[];
  /** Further props of a member's card, such as `to` and `mark`. */
  cardProps?: (profile: P) => Omit<MemberCardProps, 'profile'>;
  label?: string;
  /** Cards are added and removed without a press, as in the list of new likes; the changes are animated. */
  isLive?: boolean;
  /** Inserts other list items between the cards. */
  arrange?: ((cards: readonly ReactElement[]) => readonly ReactElement[]) | undefined;
}

export function MemberGrid<P extends ProfileCard>({ profiles, cardProps, label, isLive = false, arrange }: MemberGridProps<P>) {
  const cards = profiles.map((profile, i) => (
    <li key={profile.id}>
      <MemberCard profile={profile} priority={i < ABOVE_FOLD} {...cardProps?.(profile)} />
    </li>
  ));
  return (
    <ul className="cards" aria-label={label} ref={isLive ? animateRows : animateRowsByMenu}>
      {arrange ? arrange(cards) : cards}
    </ul>
  );
}

/** Placeholders of the same shape as a grid of cards. */
export function MemberGridSkeleton({ count = 12 }: { count?: number }) {
  const { t } = useTranslation('cards');
  return (
    <div className="cards" aria-busy="true" role="status" aria-label={t('loading_members')}>
      {Array.from({ length: count }, (_, i) => `box ${i}`).map((key) => (
        <div className="card skeleton" key={key}>
          <i className="card-skeleton-line card-skeleton-name" />
          <i className="card-skeleton-line card-skeleton-place" />
        </div>
      ))}
    </div>
  );
}
