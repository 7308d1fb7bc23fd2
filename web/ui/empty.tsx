import type { ReactNode } from 'react';
import { useFeatureFlag } from '../session/feature-flags.ts';
import type { IconName } from './icon.tsx';
import { Icon } from './icon.tsx';
import { Picture } from './images/picture.tsx';

interface EmptyStateProps {
  /** Drawn portraits from assets/portraits/site/small, one or two. A template without pictures shows `art` or the icon instead. */
  faces?: readonly string[] | undefined;
  /** An illustration in place of the icon. */
  art?: ReactNode;
  /** Shown in a circle: alone, or at the corner of the last face. */
  icon?: IconName | undefined;
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
}

/** A drawn portrait of nobody, in the small size. */
export function EmptyStateFace({ face }: { face: string }) {
  return <Picture className="empty-state-face" src={face} width={208} height={260} alt="" loading="lazy" decoding="async" />;
}

function Art({ faces = [], art, icon }: Pick<EmptyStateProps, 'faces' | 'art' | 'icon'>) {
  const hasPictures = useFeatureFlag('ui', 'imageDesign');
  if (hasPictures && faces.length > 0) {
    return (
      <div className="empty-state-art empty-state-faces" aria-hidden="true">
        {faces.map((face) => (
          <EmptyStateFace key={face} face={face} />
        ))}
        {icon && (
          <span className="empty-state-badge">
            <Icon name={icon} />
          </span>
        )}
      </div>
    );
  }
  if (art) return <div className="empty-state-art">{art}</div>;
  return (
    icon && (
      <div className="empty-state-art empty-state-icon">
        <Icon name={icon} />
      </div>
    )
  );
}

/** What stands in place of an empty list or missing content: a picture, a sentence, one button. */
export function EmptyState({ faces, art, icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <Art faces={faces} art={art} icon={icon} />
      <h2 className="display display-28">{title}</h2>
      {text && <p className="muted">{text}</p>}
      {action}
    </div>
  );
}
