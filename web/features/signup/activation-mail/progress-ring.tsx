import type { User } from '#contract/account';
import { Avatar } from '../../../ui/images/avatar.tsx';
import './activation-mail.css';

/** The member's own photo in a ring, `round` percent of which is filled. */
export function ProgressRing({ profile, percent }: { profile: Pick<User['profile'], 'main_image' | 'name'>; percent: number }) {
  return (
    <div className="progress-ring" aria-hidden="true">
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <circle cx="60" cy="60" r="54" />
        <circle className="progress-ring-value" cx="60" cy="60" r="54" pathLength="100" strokeDasharray={`${percent} 100`} />
      </svg>
      <Avatar image={profile.main_image} name={profile.name} size={96} />
    </div>
  );
}
