import { untilPageIdle } from '../../platform/page-idle.ts';
import { currentSettings } from '../../session/settings.ts';
import { isTrackingAllowed } from '../../session/visit/tracking-consent.ts';

/**
 * Measures this visit with the probability that the operator has set, if tracking is allowed and the page was not opened in the background
 * (docs/product.md, "Web vitals of real visits").
 */
export async function measureSample(): Promise<void> {
  const isDrawn = Math.random() * 100 < currentSettings().vitals_sample;
  if (!isDrawn || !isTrackingAllowed()) return;
  await untilPageIdle();
  if (document.visibilityState === 'visible') (await import('./measure-visit.ts')).measureVisit();
}
