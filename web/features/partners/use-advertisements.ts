import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactElement, useEffect, useState } from 'react';
import { MINUTE } from '#contract/durations';
import type { InputOf, OutputOf } from '#contract/endpoint';
import { ageInput, type FilterOptions } from '#contract/members';
import { SEARCH_FLOW, searchCams, seesAdvertisements } from '#contract/partners';
import { call } from '../../api/call.ts';
import { useStore } from '../../platform/store.ts';
import { useSettings } from '../../session/settings.ts';
import { useUser } from '../../session/user.ts';
import { createLazyModule } from '../../ui/lazy-module.ts';

/** Results wait at most this long for their tiles. After that they are shown, and nothing is put between them any more. */
const GRACE_MS = 400;

const lazyAdvertisements = createLazyModule(() => import('./advertisements.tsx'), 'partners');

/** The filters of a search that narrow the tiles. */
type TileFilters = Pick<FilterOptions, 'gender' | 'min_age' | 'max_age'>;

const NO_ADVERTISEMENTS: OutputOf<typeof searchCams> = { cams: {}, flows: [] };

const inputOf = (filters: TileFilters | null, minAge: number): InputOf<typeof searchCams> =>
  filters ? { gender: filters.gender, ...ageInput(filters, minAge) } : {};

/** Whether advertisements are shown to whoever is signed in. */
function useSeesAdvertisements(): boolean {
  const user = useUser();
  const { member_resell: memberResell } = useSettings();
  if (!user) return false;
  return seesAdvertisements({ isPaying: user.paid_user, signedUpAt: Date.parse(user.signup_date), memberResell }, Date.now());
}

/** The advertisements of a search, for whoever sees any. They are requested once and cached for 30 minutes after their last use. */
function useCamSearch(input: InputOf<typeof searchCams>) {
  const seesAny = useSeesAdvertisements();
  const tilesModule = useStore(lazyAdvertisements.loaded);
  useEffect(() => {
    if (seesAny) lazyAdvertisements.preload();
  }, [seesAny]);
  const { data, isError } = useQuery({
    queryKey: ['cams', input],
    queryFn: ({ signal }) => call(searchCams, input, { signal }),
    enabled: seesAny,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30 * MINUTE,
    retry: false,
  });
  const { cams, flows } = (seesAny && data) || NO_ADVERTISEMENTS;
  const isEmpty = Object.keys(cams).length === 0 && !flows.includes(SEARCH_FLOW);
  const isKnown = isError || (data !== undefined && (isEmpty || tilesModule !== null));
  return { tilesModule, cams: Object.values(cams), flows, isSettled: !seesAny || isKnown };
}

interface Advertisements {
  /** True while results should not be shown yet, because tiles for them may arrive within GRACE_MS. */
  readonly isAwaited: boolean;
  /** Puts the tiles between the cards of the grid. */
  readonly arrange: (cards: readonly ReactElement[]) => readonly ReactElement[];
  readonly PartnerLink: ComponentType | null;
}

/**
 * The tiles and the partner link of a search; `resultCount` is the number of results loaded. Without filters the server uses the saved
 * ones. Tiles that arrive late stand only between results that are loaded after them, so that nothing on the screen moves.
 */
export function useAdvertisements(filters: TileFilters | null, resultCount: number): Advertisements {
  const { min_age: minAge } = useSettings();
  const input = inputOf(filters, minAge);
  const { tilesModule, cams, flows, isSettled } = useCamSearch(input);
  const search = JSON.stringify(input);
  // The search whose results were shown before its tiles had arrived, and how many results these were.
  const [shownBeforeTiles, setShownBeforeTiles] = useState({ search: '', resultCount: 0 });
  const isShownBeforeTiles = shownBeforeTiles.search === search;
  useEffect(() => {
    if (isSettled || resultCount === 0) return;
    const timer = setTimeout(() => setShownBeforeTiles({ search, resultCount }), isShownBeforeTiles ? 0 : GRACE_MS);
    return () => clearTimeout(timer);
  }, [isSettled, isShownBeforeTiles, resultCount, search]);
  return {
    isAwaited: resultCount > 0 && !isSettled && !isShownBeforeTiles,
    arrange: (cards) => {
      const from = isShownBeforeTiles ? shownBeforeTiles.resultCount : 0;
      return tilesModule && cams.length > 0 ? tilesModule.placeTiles(cards, cams, from) : cards;
    },
    PartnerLink: tilesModule && flows.includes(SEARCH_FLOW) ? tilesModule.PartnerLink : null,
  };
}
