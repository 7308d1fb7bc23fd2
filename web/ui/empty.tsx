import type { ReactNode } from 'react';
import type { IconName } from './icon.tsx';
import { Icon } from './icon.tsx';

interface EmptyStateProps {
  /** An illustration; without it, `icon` is shown in a circle. */
  art?: ReactNode;
  icon?: IconName | undefined;
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
}

/** What stands in place of an empty list or missing content: a picture, a sentence, one button. */
export function EmptyState({ art, icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      {art ? (
        <div className="empty-state-art">{art}</div>
      ) : (
        icon && (
          <div className="empty-state-art empty-state-icon">
            <Icon name={icon} />
          </div>
        )
      )}
      <h2 className="display display-28">{title}</h2>
      {text && <p className="muted">{text}</p>}
      {action}
    </div>
  );
}
