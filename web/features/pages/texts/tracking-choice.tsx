import { useTranslation } from '../../../i18n/use-translation.ts';
import { allowTracking, refuseTracking, type TrackingConsent, useTrackingConsent } from '../../../session/visit/tracking-consent.ts';
import { currentVisit } from '../../../session/visit/traffic-source.ts';
import { Segments } from '../../../ui/forms/choice.tsx';

/** What is chosen: nothing as long as a question is open. */
const CHOSEN: Readonly<Record<TrackingConsent, 'allowed' | 'refused' | null>> = {
  allowed: 'allowed',
  default: 'allowed',
  refused: 'refused',
  unanswered: null,
};
const EXPLANATIONS = { allowed: 'tracking_allowed_text', refused: 'tracking_refused_text' } as const;

/** Whether this device may store the campaign that the visitor came from (docs/product.md, "Consent to campaign tracking"). */
export function TrackingChoice() {
  const { t } = useTranslation('pages');
  const chosen = CHOSEN[useTrackingConsent()];
  const choose = (value: 'allowed' | 'refused') => {
    if (value === 'refused') refuseTracking();
    else allowTracking();
    // Stores the visit once it may be stored.
    currentVisit();
  };
  return (
    <section className="tracking-choice panel" id="choice">
      <Segments
        legend={t('tracking')}
        name="tracking"
        options={[
          { value: 'allowed', label: t('tracking_allowed') },
          { value: 'refused', label: t('tracking_refused') },
        ]}
        value={chosen}
        onChange={choose}
      />
      <p className="muted small" role="status">
        {t(chosen ? EXPLANATIONS[chosen] : 'tracking_unanswered_text')}
      </p>
    </section>
  );
}
