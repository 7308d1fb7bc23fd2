import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { PhotoStrip } from './photo-strip.ts';

/** Buttons to the previous and the next photo. */
export function PhotoArrows({ strip, count }: { strip: PhotoStrip; count: number }) {
  const { t } = useTranslation('members');
  return (
    <>
      <button
        type="button"
        className="glass-btn gallery-arrow is-previous"
        aria-label={t('photo_before')}
        disabled={strip.shownIndex === 0}
        onClick={() => strip.show(strip.shownIndex - 1)}
      >
        <Icon name="chevron-left" />
      </button>
      <button
        type="button"
        className="glass-btn gallery-arrow is-next"
        aria-label={t('photo_next')}
        disabled={strip.shownIndex >= count - 1}
        onClick={() => strip.show(strip.shownIndex + 1)}
      >
        <Icon name="chevron-right" />
      </button>
    </>
  );
}
