import { placeOf } from '../../../cards/place-name.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import type { usePlace } from './use-place.ts';

type Location = Pick<ReturnType<typeof usePlace>, 'permission' | 'place' | 'isLocating' | 'hasFailed' | 'locate'>;

function useLocationWords({ permission, place, isLocating, hasFailed }: Location): string {
  const { t } = useTranslation('signup');
  if (permission === 'unsupported') return t('locate_unsupported');
  if (permission === 'denied') return t('locate_denied');
  if (isLocating) return t('locating');
  if (place) return t('located', { place: placeOf(place) });
  return hasFailed ? t('locate_failed') : t('locate_hint');
}

/** A button that asks the browser for its location, and the state of that in words. */
export function LocationLine(location: Location) {
  const { t } = useTranslation('signup');
  const words = useLocationWords(location);
  const { permission, isLocating, locate } = location;
  const canAsk = permission !== 'unsupported' && permission !== 'denied';
  return (
    <div className="locate-me">
      {canAsk && (
        <Button tone="soft" small icon="map-pin" busy={isLocating} onClick={() => void locate()}>
          {t('locate')}
        </Button>
      )}
      <p className="hint" role="status">
        {words}
      </p>
    </div>
  );
}
