import { untilPageIdle } from '../../platform/page-idle.ts';
import { currentSettings } from '../../session/settings.ts';
import { isTrackingRefused } from '../../session/visit/tracking-consent.ts';

/**
 * Measures this visit with the probability that the operator has set, unless tracking was refused or the page was opened in the background
 * (docs/product.md, "Web vitals of real visits").
 */
export async function measureSample(): Promise<void> {
  const isDrawn = Math.random() * 100 < currentSettings().vitals_sample;
  if (!isDrawn || isTrackingRefused()) return;
  await untilPageIdle();
  if (document.visibilityState === 'visible') (await import('./measure-visit.ts')).measureVisit();
}
