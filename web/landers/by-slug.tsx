import type { ComponentType } from 'react';
import { SLUGS, type Slug, type SluggedName } from '#contract/pages/landers';
import { PageMissing } from '../ui/navigation/page-not-found.ts';
import { usePageParams } from '../ui/navigation/page-params.ts';

/** The screen of a lander that shows what its address chose; where it chose nothing there is, the page of a 404. */
export function bySlug<P extends SluggedName>(page: P, Lander: ComponentType<{ slug: Slug<P> }>): ComponentType {
  const known: readonly Slug<P>[] = SLUGS[page];
  return function SluggedScreen() {
    const { slug } = usePageParams();
    const found = known.find((one) => one === slug);
    return found ? <Lander slug={found} /> : <PageMissing />;
  };
}
