import type { ComponentType } from 'react';
import { LANDER_SLUGS, type LanderSlug, type SluggedPageName } from '#contract/pages/landers';
import { MarkPageNotFound } from '../ui/navigation/page-not-found.ts';
import { usePageParams } from '../ui/navigation/page-params.ts';

/** The screen of a landing page with slugs. An unknown slug in the address shows the 404 page. */
export function landerBySlug<P extends SluggedPageName>(page: P, Lander: ComponentType<{ slug: LanderSlug<P> }>): ComponentType {
  const known: readonly LanderSlug<P>[] = LANDER_SLUGS[page];
  return function SluggedScreen() {
    const { slug } = usePageParams();
    const knownSlug = known.find((candidate) => candidate === slug);
    return knownSlug ? <Lander slug={knownSlug} /> : <MarkPageNotFound />;
  };
}
