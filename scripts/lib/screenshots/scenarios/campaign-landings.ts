import { addressesOf, type SluggedPageName } from '#contract/pages/landers';
import type { Scenario } from '../scenario.ts';

const CAMPAIGN_LANDINGS: readonly SluggedPageName[] = [
  'landers-alonetonight-slug',
  'landers-maplanding-slug',
  'landers-iconslanding-slug',
  'landers-collagelanding-slug',
  'landers-video-slug',
  'landers-transitionsvideolanding-slug',
  'landers-gallery-slug',
  'landers-socialnetwork-slug',
];

/** The campaign landing pages with every slug, and two of them after an action of the visitor. */
export function campaignLandingScenarios(): Scenario[] {
  const nameOf = (address: string) => address.slice(1).replaceAll('/', '-');
  const unchanged = CAMPAIGN_LANDINGS.flatMap(addressesOf).map((path) => ({ name: nameOf(path), path, isVisitor: true }));
  return [
    ...unchanged,
    {
      name: 'landers-alonetonight-lit',
      path: '/landers/alonetonight/sunday-evening',
      isVisitor: true,
      act: (page) => page.locator('[type=email]').fill('kim@example.org'),
    },
    {
      name: 'landers-iconslanding-picked',
      path: '/landers/iconslanding/kitchen',
      isVisitor: true,
      act: async (page) => {
        for (const nth of [1, 4]) await page.locator('.thing-pick').nth(nth).click();
      },
    },
  ];
}
