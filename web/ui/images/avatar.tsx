import { useTranslation } from 'react-i18next';
import type { Image } from '#contract/profile';
import { Icon } from '../icon.tsx';
import { Photo } from './photo.tsx';

interface AvatarProps {
  image: Image | null;
  name: string;
  /** In px; each has its line in avatar.css. */
  size?: 36 | 40 | 44 | 48 | 52 | 56 | 72 | 96;
  isOnline?: boolean | undefined;
}

/** A face in a circle; the name's first letter where there is no photo. The name itself stands beside it. */
export function Avatar({ image, name, size = 56, isOnline }: AvatarProps) {
  const { t } = useTranslation();
  const [initial] = name;
  return (
    <span className="av-w">
      <span className={`av av-${size}`}>
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
          <i className="dot" />
          <span className="vh">{t('status.online')}</span>
        </>
      )}
    </span>
  );
}
