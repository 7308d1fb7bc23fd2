import { PAGES, type PageName, pageAt, plainPath } from './page-routes.ts';

/** The slugs of each landing page; any other slug is a 404 (docs/product.md, "Slugs of landing pages"). */
export const SLUGS = {
  'landers-video-slug': ['first-coffee', 'last-train', 'sunday-market'],
  'landers-gallery-slug': ['over-40', 'makers', 'outdoors'],
  'landers-alonetonight-slug': ['night-shift', 'rainy-evening', 'sunday-evening'],
  'landers-iconslanding-slug': ['music', 'kitchen', 'on-the-road'],
  'landers-collagelanding-slug': ['second-time', 'slowly', 'round-the-corner'],
  'landers-transitionsvideolanding-slug': ['one-day', 'four-seasons', 'ten-messages'],
  'landers-maplanding-slug': ['nearby', 'just-moved', 'across-the-border'],
  'landers-socialnetwork-slug': ['small-talk', 'after-work', 'weekend'],
  'members-memberId-landing2-slug': ['coffee', 'letter', 'walk'],
  'members-memberId-landing3-slug': ['curious', 'tonight', 'patient'],
} as const;

export type SluggedName = keyof typeof SLUGS;
export type Slug<P extends SluggedName = SluggedName> = (typeof SLUGS)[P][number];

/** Whether the address chooses what this page holds. */
export const isSlugged = (page: PageName): page is SluggedName => page in SLUGS;

/** The addresses of a page without parameters of its own kind: one, or one a slug. */
export const addressesOf = (page: PageName): readonly string[] =>
  isSlugged(page) ? SLUGS[page].map((slug) => PAGES[page].path.replace(':slug', slug)) : [PAGES[page].path];

/** As `pageAt`, which lets any slug pass: the page's own code knows the slugs only once it is there. */
export function knownPageAt(pathname: string): PageName | null {
  const page = pageAt(pathname);
  const slug = plainPath(pathname).split('/').at(-1);
  return page && isSlugged(page) && !SLUGS[page].some((one) => one === slug) ? null : page;
}
