import { step } from '../../../scripts/lib/command/progress-steps.ts';
import { isNextPageBuilt, nextPage } from '../../browser/pwa/next-build.ts';

/** Builds the page a second time, with a source changed, for the tests that put one build in the place of another; where it has to be built anew. */
export async function setup(): Promise<void> {
  if (!(await isNextPageBuilt())) await step('Building the page that comes after it', nextPage);
}
