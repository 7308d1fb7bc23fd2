import { runStep } from '../../../scripts/lib/command/progress-steps.ts';
import { isNextPageBuilt, nextPage } from '../../browser/pwa/next-build.ts';

/** Builds the page a second time with one changed source, for tests that deploy another build. Does nothing if that build is up to date. */
export async function setup(): Promise<void> {
  if (!(await isNextPageBuilt())) await runStep('Building the page that comes after it', nextPage);
}
