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
        className="glass arrow back"
        aria-label={t('photo_before')}
        disabled={strip.shown === 0}
        onClick={() => strip.show(strip.shown - 1)}
      >
        <Icon name="chevron-left" />
      </button>
      <button
        type="button"
        className="glass arrow on"
        aria-label={t('photo_next')}
        disabled={strip.shown >= count - 1}
        onClick={() => strip.show(strip.shown + 1)}
      >
        <Icon name="chevron-right" />
      </button>
    </>
  );
}
