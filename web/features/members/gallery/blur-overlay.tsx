import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Image } from '#contract/profile';
import { useHidesNudity } from '../../../session/nudity-setting.ts';
import { Icon } from '../../../ui/icon.tsx';

/** Which photos of a member stay blurred, and the way to see one all the same. */
export interface Veil {
  covers: (image: Image) => boolean;
  lift: (image: Image) => void;
}

/** Photos that show nudity are covered, unless the member chose to see them, until each is asked for. */
export function useVeil(): Veil {
  const hidesNudity = useHidesNudity();
  const [lifted, setLifted] = useState<readonly string[]>([]);
  return {
    covers: ({ id, is_nude: isNude }) => isNude && hidesNudity && !lifted.includes(id),
    lift: ({ id }) => setLifted([...lifted, id]),
  };
}

/** Over a covered photo: what it is, and that a press shows it. */
export function VeilWords() {
  const { t } = useTranslation('members');
  return (
    <span className="flag veil">
      <Icon name="eye" size="s" />
      {t('unveil')}
    </span>
  );
}
