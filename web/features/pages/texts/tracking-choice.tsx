import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { allowTracking, isTrackingRefused, refuseTracking } from '../../../session/visit/tracking-consent.ts';
import { Segments } from '../../../ui/forms/choice.tsx';

/** Whether this device may store the campaign that the visitor came from (docs/product.md, "Refusing campaign tracking"). */
export function TrackingChoice() {
  const { t } = useTranslation('pages');
  const [isRefused, setIsRefused] = useState(isTrackingRefused);
  const choose = (value: 'allowed' | 'refused') => {
    if (value === 'refused') refuseTracking();
    else allowTracking();
    setIsRefused(isTrackingRefused());
  };
  return (
    <section className="tracking-choice panel">
      <Segments
        legend={t('tracking')}
        name="tracking"
        options={[
          { value: 'allowed', label: t('tracking_allowed') },
          { value: 'refused', label: t('tracking_refused') },
        ]}
        value={isRefused ? 'refused' : 'allowed'}
        onChange={choose}
      />
      <p className="muted small" role="status">
        {t(isRefused ? 'tracking_refused_text' : 'tracking_allowed_text')}
      </p>
    </section>
  );
}
