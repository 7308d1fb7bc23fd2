import { useId } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { allowTracking, refuseTracking } from '../../session/visit/tracking-consent.ts';
import { currentVisit } from '../../session/visit/traffic-source.ts';
import { Button } from '../../ui/button.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import './tracking-banner.css';

/**
 * The question whether this device may remember the campaign. It covers nothing that it stands in the way of: the page can be used without an
 * answer. Both answers are buttons of the same weight.
 */
export function TrackingBanner() {
  const { t } = useTranslation('consent');
  const id = useId();
  const answer = (give: () => void) => {
    give();
    // Stores the visit once it may be stored.
    currentVisit();
    // The pressed button goes with the banner.
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <section className="tracking-banner" aria-labelledby={id}>
      <p className="bold" id={id} role="status">
        {t('tracking_title')}
      </p>
      <p className="small muted">
        <RichText
          text={t('tracking_text')}
          parts={{
            cookies: (words) => (
              <Link className="link" to="/pages/cookies">
                {words}
              </Link>
            ),
          }}
        />
      </p>
      <div className="tracking-banner-answers">
        <Button tone="quiet" small onClick={() => answer(refuseTracking)}>
          {t('tracking_no')}
        </Button>
        <Button tone="quiet" small onClick={() => answer(allowTracking)}>
          {t('tracking_yes')}
        </Button>
      </div>
    </section>
  );
}
