import { COUNTRIES, GENDERS } from '#contract/primitives';
import type { SearchConditions } from '#db/queries/members/search-plan';
import { bornOnOrAfter, bornOnOrBefore } from '../../../worker/domain/age.ts';

export const PAGE = 12;

export interface Case {
  readonly conditions: SearchConditions;
  /** The number of cards in a correct answer; -1: all matches, up to a page. */
  readonly cards: number;
  /** The highest number of rows read, for any number of members (docs/performance.md, "P5: rows read by a search"). */
  readonly aimRows: number;
}

/** The searches that are measured, with this member as the viewer. */
export function searchCases(viewerId: string, now: number): Record<string, Case> {
  const aged = (from: number, to: number) => ({ bornFrom: bornOnOrAfter(to, now), bornTo: bornOnOrBefore(from, now) });
  const base: SearchConditions = {
    viewerId,
    countries: ['NL'],
    genders: ['female'],
    countryregion: null,
    ...aged(26, 35),
    lookingFor: [],
    interests: [],
    bodyHeights: [],
    hasPhoto: false,
    activeSince: null,
    joinedSince: null,
    withoutFictional: false,
    excludedId: null,
    excluding: null,
  };
  const full = { cards: PAGE, aimRows: 60 };
  const few = { cards: -1, aimRows: 1300 };
  return {
    typical: { conditions: base, ...full },
    'rare age': { conditions: { ...base, ...aged(75, 78) }, ...few },
    'all countries': { conditions: { ...base, countries: COUNTRIES, genders: GENDERS, ...aged(18, 100) }, ...full },
    'neighbour pair': { conditions: { ...base, countries: ['NL', 'BE'] }, ...full },
    'nothing matches': { conditions: { ...base, genders: ['nonbinary'], ...aged(98, 100) }, cards: 0, aimRows: 1300 },
    'a region': { conditions: { ...base, countryregion: 'NL-UT' }, ...few, aimRows: 60 },
    'online, with photo': { conditions: { ...base, hasPhoto: true, activeSince: now - 20 * 60_000 }, ...few, aimRows: 60 },
    'a rare age, all countries': { conditions: { ...base, countries: COUNTRIES, genders: GENDERS, ...aged(75, 78) }, ...few },
  };
}
