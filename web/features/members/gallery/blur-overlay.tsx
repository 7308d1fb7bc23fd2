import { useState } from 'react';
import type { Image } from '#contract/profile';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useHidesNudity } from '../../../session/nudity-setting.ts';
import { Icon } from '../../../ui/icon.tsx';
import './blur-overlay.css';

/** Which photos of a member are blurred, and a function that reveals one. */
export interface BlurOverlay {
  isBlurred: (image: Image) => boolean;
  reveal: (image: Image) => void;
}

/** Nude photos are blurred, unless this device is set to show them, until each is revealed; revealed ones are forgotten on unmount. */
export function useBlurOverlay(): BlurOverlay {
  const hidesNudity = useHidesNudity();
  const [revealed, setRevealed] = useState<readonly string[]>([]);
  return {
    isBlurred: ({ id, is_nude: isNude }) => isNude && hidesNudity && !revealed.includes(id),
    reveal: ({ id }) => setRevealed([...revealed, id]),
  };
}

/** The label over a blurred photo: that it shows nudity, and that a press reveals it. */
export function BlurOverlayLabel() {
  const { t } = useTranslation('members');
  return (
    <span className="tag blur-overlay">
      <Icon name="eye" size="s" />
      {t('unveil')}
    </span>
  );
}
