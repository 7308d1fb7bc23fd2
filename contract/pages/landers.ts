import { PAGES, type PageName, pageAt, withoutTrailingSlash } from './page-routes.ts';

/** The slugs of each landing page; any other slug is a 404 (docs/product.md, "Slugs of landing pages"). */
export const LANDER_SLUGS = {
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

export type SluggedPageName = keyof typeof LANDER_SLUGS;
export type LanderSlug<P extends SluggedPageName = SluggedPageName> = (typeof LANDER_SLUGS)[P][number];

/** Whether the path of a page ends with a slug that selects its content. */
export const isSlugged = (page: PageName): page is SluggedPageName => page in LANDER_SLUGS;

/** The paths of a page with its slug filled in: one for each slug, or one if it has no slugs. Other parameters stay as `:name`. */
export const addressesOf = (page: PageName): readonly string[] =>
  isSlugged(page) ? LANDER_SLUGS[page].map((slug) => PAGES[page].path.replace(':slug', slug)) : [PAGES[page].path];

/** The page of a path, or null if there is none or the slug is not one of the page's. `pageAt` accepts any slug. */
export function knownPageAt(pathname: string): PageName | null {
  const page = pageAt(pathname);
  const slug = withoutTrailingSlash(pathname).split('/').at(-1);
  return page && isSlugged(page) && !LANDER_SLUGS[page].some((known) => known === slug) ? null : page;
}
