import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { pageAt } from '#contract/pages/page-routes';
import { loadTexts } from '../../i18n/i18n.ts';
import { untilPageIdle } from '../../platform/page-idle.ts';
import { useUser } from '../../session/user.ts';
import { useTrackingConsent } from '../../session/visit/tracking-consent.ts';
import { currentVisit } from '../../session/visit/traffic-source.ts';

const loadBanner = async () => {
  const [{ TrackingBanner }] = await Promise.all([import('./tracking-banner.tsx'), loadTexts(['consent'])]);
  return { default: TrackingBanner };
};
/** Draws nothing if its code cannot be loaded: then nothing is stored. */
const TrackingBanner = lazy<ComponentType>(() => loadBanner().catch(() => ({ default: () => null })));

/** Draws the banner once the page is at rest, so that it takes nothing from the first screen and is no part of it. */
function DueBanner() {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => void untilPageIdle().then(() => setIdle(true)), []);
  return (
    isIdle && (
      <Suspense fallback={null}>
        <TrackingBanner />
      </Suspense>
    )
  );
}

/**
 * Asks visitors whom a campaign brought here, where the law wants a question; nobody else, as there is nothing to store. The page about
 * cookies has the question itself (docs/product.md, "Consent to campaign tracking").
 */
export function TrackingBannerSlot() {
  const isVisitor = useUser() === null;
  const { pathname } = useLocation();
  const isUnanswered = useTrackingConsent() === 'unanswered';
  const isDue = isVisitor && isUnanswered && currentVisit().source !== null && pageAt(pathname) !== 'pages-cookies';
  return isDue ? <DueBanner /> : null;
}
