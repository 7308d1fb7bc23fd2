import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon, type IconName } from '../../../ui/icon.tsx';

/** A link drawn as a card. */
export function LinkCard({ to, icon, title, text }: { to: string; icon: IconName; title: ReactNode; text: ReactNode }) {
  return (
    <Link className="panel link-card" to={to}>
      <Icon name={icon} />
      <span className="flex-grow">
        <b>{title}</b>
        <span className="muted">{text}</span>
      </span>
      <Icon name="chevron-right" />
    </Link>
  );
}
