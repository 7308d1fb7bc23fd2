import type { Image } from '#contract/profile';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Icon } from '../icon.tsx';
import { Photo } from './photo.tsx';

interface AvatarProps {
  image: Image | null;
  name: string;
  /** Width in px; avatar.css has a class for each. */
  size?: 36 | 40 | 44 | 48 | 52 | 56 | 72 | 96;
  isOnline?: boolean | undefined;
}

/** A member's photo in a circle, else the initial of the name, else an icon. It has no text alternative, as the name stands beside it. */
export function Avatar({ image, name, size = 56, isOnline }: AvatarProps) {
  const { t } = useTranslation();
  const [initial] = name;
  return (
    <span className="avatar-frame">
      <span className={`avatar avatar-${size}`}>
        {image ? (
          <Photo image={image} alt="" sizes={`${Math.round(size * 1.36)}px`} />
        ) : initial ? (
          <span aria-hidden="true">{initial.toUpperCase()}</span>
        ) : (
          <Icon name="user-round" />
        )}
      </span>
      {isOnline && (
        <>
          <i className="online-dot" />
          <span className="visually-hidden">{t('status.online')}</span>
        </>
      )}
    </span>
  );
}
