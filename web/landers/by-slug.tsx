import type { ComponentType } from 'react';
import { SLUGS, type Slug, type SluggedName } from '#contract/pages/landers';
import { PageMissing } from '../ui/navigation/page-not-found.ts';
import { usePageParams } from '../ui/navigation/page-params.ts';

/** The screen of a landing page with slugs. An unknown slug in the address shows the 404 page. */
export function bySlug<P extends SluggedName>(page: P, Lander: ComponentType<{ slug: Slug<P> }>): ComponentType {
  const known: readonly Slug<P>[] = SLUGS[page];
  return function SluggedScreen() {
    const { slug } = usePageParams();
    const knownSlug = known.find((candidate) => candidate === slug);
    return knownSlug ? <Lander slug={knownSlug} /> : <PageMissing />;
  };
}
