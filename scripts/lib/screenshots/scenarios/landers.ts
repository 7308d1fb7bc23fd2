import { addressesOf, type SluggedName } from '#contract/pages/landers';
import type { Subject } from '../scenario.ts';

const SCENES: readonly SluggedName[] = [
  'landers-alonetonight-slug',
  'landers-maplanding-slug',
  'landers-iconslanding-slug',
  'landers-collagelanding-slug',
  'landers-video-slug',
  'landers-transitionsvideolanding-slug',
  'landers-gallery-slug',
  'landers-socialnetwork-slug',
];

/** The landers, every slug; and what they do: the window that is lit, the lines that are lent. */
export function everyScene(): Subject[] {
  const nameOf = (address: string) => address.slice(1).replaceAll('/', '-');
  const asTheyOpen = SCENES.flatMap(addressesOf).map((path) => ({ name: nameOf(path), path, isVisitor: true }));
  return [
    ...asTheyOpen,
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
        for (const nth of [1, 4]) await page.locator('.thing').nth(nth).click();
      },
    },
  ];
}
