import AXE from 'axe-core/axe.min.js?raw';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { withToastsPaused } from './toasts.ts';
import { untilAnimationsEnd } from './waits.ts';

const Violations = v.object({
  violations: v.array(
    v.object({
      id: v.string(),
      help: v.string(),
      nodes: v.array(v.object({ html: v.string(), target: v.array(v.unknown()), failureSummary: v.optional(v.string(), '') })),
    }),
  ),
});

/** Runs axe-core once no animation runs; returns a line for each violation. Toasts do not time out meanwhile. */
export const violationsOn = (page: Page, rules: readonly string[] = []): Promise<string[]> =>
  withToastsPaused(page, async () => {
    await untilAnimationsEnd(page);
    return runAxe(page, rules);
  });

async function runAxe(page: Page, rules: readonly string[]): Promise<string[]> {
  const options = { resultTypes: ['violations'], ...(rules.length > 0 ? { runOnly: rules } : {}) };
  const isLoaded = await page.evaluate("typeof axe === 'object'");
  if (isLoaded !== true) await page.evaluate(AXE);
  const found: unknown = await page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`);
  const { violations } = v.parse(Violations, found);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, target, failureSummary }) => `${id} (${help}): ${target.join(' ')} ${failureSummary} ${html.slice(0, 200)}`),
  );
}
