import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProfileCard } from '#contract/profile';
import { animateRows, animateRowsByMenu } from '../ui/lists/animate-rows.ts';
import { MemberCard, type MemberCardProps } from './member-card.tsx';
import './member-grid.css';

/** Cards seen without scrolling on most screens. */
const ABOVE_FOLD = 4;

interface MemberGridProps<P extends ProfileCard> {
  profiles: readonly P[];
  /** What a list adds to a member's card: where it leads, a mark. */
  cardProps?: (profile: P) => Omit<MemberCardProps, 'profile'>;
  label?: string;
  /** Cards come and go in it by themselves, as new likes do. */
  isLive?: boolean;
  /** Puts other items of the list between the cards. */
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

/** The same boxes before there is anything to put in them. */
export function MemberGridSkeleton({ count = 12 }: { count?: number }) {
  const { t } = useTranslation('cards');
  return (
    <div className="cards" aria-busy="true" role="status" aria-label={t('loading_members')}>
      {Array.from({ length: count }, (_, i) => `box ${i}`).map((key) => (
        <div className="card skel" key={key}>
          <i className="sk a" />
          <i className="sk b" />
        </div>
      ))}
    </div>
  );
}
