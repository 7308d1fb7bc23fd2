import type { ProfileCard } from '#contract/profile';
import { animateRowsByMenu } from '../ui/lists/animate-rows.ts';
import { MemberCard } from './member-card.tsx';

/** A few members in one row, which scrolls sideways on narrow screens. */
export function MemberStrip({ profiles }: { profiles: readonly ProfileCard[] }) {
  return (
    <ul className="member-strip" ref={animateRowsByMenu}>
      {profiles.map((profile) => (
        <li key={profile.id}>
          <MemberCard profile={profile} />
        </li>
      ))}
    </ul>
  );
}
