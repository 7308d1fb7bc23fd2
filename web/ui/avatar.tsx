import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { Image } from '#contract/profile';
import { Icon } from './icon.tsx';
import { Photo } from './photo.tsx';

interface AvatarProps {
  image: Image | null;
  name: string;
  size?: number;
  isOnline?: boolean | undefined;
}

/** React's style prop takes custom properties only through a cast. */
const withSize = (size: number) => ({ '--z': `${size}px` }) as CSSProperties;

/** A face in a circle; the name's first letter where there is no photo. The name itself stands beside it. */
export function Avatar({ image, name, size = 56, isOnline }: AvatarProps) {
  const { t } = useTranslation();
  const [initial] = name;
  return (
    <span className="av-w">
      <span className="av" style={withSize(size)}>
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
