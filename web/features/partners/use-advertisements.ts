import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactElement, useEffect, useState } from 'react';
import type { InputOf, OutputOf } from '#contract/endpoint';
import { SEARCH_FLOW, searchCams, seesAdvertisements } from '#contract/partners';
import { call } from '../../api/call.ts';
import { useStore } from '../../platform/store.ts';
import { useSettings } from '../../session/settings.ts';
import { useUser } from '../../session/user.ts';
import { createPart } from '../../ui/lazy-module.ts';

const MINUTE = 60_000;
/** So long results wait for their tiles; after that they are shown, and nothing is put between what is on screen. */
const GRACE_MS = 400;

const advertisements = createPart(() => import('./advertisements.tsx'), 'partners');

/** What of a search narrows the tiles; null: what the member has saved. */
interface Narrowing {
  readonly gender: InputOf<typeof searchCams>['gender'];
  readonly min_age: number | null;
  readonly max_age: number | null;
}

const NOTHING: OutputOf<typeof searchCams> = { cams: {}, flows: [] };

const inputOf = (narrowing: Narrowing | null): InputOf<typeof searchCams> =>
  narrowing ? { gender: narrowing.gender, min_age: narrowing.min_age ?? '', max_age: narrowing.max_age ?? '' } : {};

function useSight(): boolean {
  const user = useUser();
  const { member_resell: memberResell } = useSettings();
  if (!user) return false;
  return seesAdvertisements({ isPaying: user.paid_user, signedUpAt: Date.parse(user.signup_date), memberResell }, Date.now());
}

/** The advertisements of a search, for whoever sees any: asked beside it, and the same as long as its results are kept. */
function useAnswer(narrowing: Narrowing | null) {
  const isSeen = useSight();
  const part = useStore(advertisements.loaded);
  useEffect(() => {
    if (isSeen) advertisements.ask(false);
  }, [isSeen]);
  const input = inputOf(narrowing);
  const { data, isError } = useQuery({
    queryKey: ['cams', input],
    queryFn: ({ signal }) => call(searchCams, input, { signal }),
    enabled: isSeen,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30 * MINUTE,
    retry: false,
  });
  const { cams, flows } = (isSeen && data) || NOTHING;
  const isEmpty = Object.keys(cams).length === 0 && !flows.includes(SEARCH_FLOW);
  const isKnown = isError || (data !== undefined && (isEmpty || part !== null));
  return { part, cams: Object.values(cams), flows, isSettled: !isSeen || isKnown };
}

interface Advertisements {
  /** Results had better not be drawn yet: what belongs between them is about to come. */
  readonly isAwaited: boolean;
  /** Puts the tiles between the cards of the grid. */
  readonly arrange: (cards: readonly ReactElement[]) => readonly ReactElement[];
  readonly Link: ComponentType | null;
}

/** The tiles and the link of a search with so many results. Nothing moves for them: those who come late stand only between results that come later. */
export function useAdvertisements(narrowing: Narrowing | null, results: number): Advertisements {
  const { part, cams, flows, isSettled } = useAnswer(narrowing);
  const search = JSON.stringify(inputOf(narrowing));
  const [bare, setBare] = useState({ search: '', results: 0 });
  const isShown = bare.search === search;
  useEffect(() => {
    if (isSettled || results === 0) return;
    const timer = setTimeout(() => setBare({ search, results }), isShown ? 0 : GRACE_MS);
    return () => clearTimeout(timer);
  }, [isSettled, isShown, results, search]);
  return {
    isAwaited: results > 0 && !isSettled && !isShown,
    arrange: (cards) => (part && cams.length > 0 ? part.placeTiles(cards, cams, isShown ? bare.results : 0) : cards),
    Link: part && flows.includes(SEARCH_FLOW) ? part.PartnerLink : null,
  };
}
