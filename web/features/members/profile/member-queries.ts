import { useQuery, useQueryClient } from '@tanstack/react-query';
import { searchMembers } from '#contract/members';
import { LeadAnswer } from '#contract/pages/featured-member';
import type { Profile, ProfileCard } from '#contract/profile';
import { call } from '../../../api/call.ts';
import { profileQuery } from '../../../api/queries.ts';
import { keys } from '../../../api/query-keys.ts';
import { cachedCard } from '../../../cards/cache/cached-cards.ts';
import { takeBrought } from '../../../session/initial-answer.ts';
import { searcher } from '../../../session/visitor-search.ts';

const MINUTE = 60_000;
/** Two rows of five on a wide screen. */
const SIMILAR_PAGE = 10;

const UNREAD: Omit<Profile, keyof ProfileCard> = {
  images: [],
  personal: null,
  fields: {},
  interests: [],
  liked_me: false,
  is_new_here: false,
  can_chat: true,
  blocked: false,
};

/** One member. Until the answer is there, what a list already showed of them. */
export function useMember(id: string) {
  const client = useQueryClient();
  return useQuery({
    ...profileQuery(id),
    placeholderData: () => {
      const card = cachedCard(client, id);
      return card && { ...UNREAD, ...card, images: card.main_image ? [card.main_image] : [] };
    },
    initialData: () => takeBrought(LeadAnswer, (answer) => answer.id === id && answer.profile !== null)?.profile ?? undefined,
    // What the page has brought is as new as the page.
    staleTime: ({ state }) => (state.data && state.dataUpdateCount === 0 ? MINUTE : 0),
  });
}

/** Members like this one, a page at a time; the page on screen stays until the next one is there, under nobody else's name. */
export function useSimilar(id: string, page: number) {
  return useQuery({
    queryKey: [...keys.profile(id), 'similar', page],
    queryFn: ({ signal }) =>
      call(
        searchMembers,
        { ...searcher(), source: 'similar', similar_to: id, page, pp: SIMILAR_PAGE, auto_load: '1', do_not_save: '1' },
        { signal },
      ),
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    staleTime: 5 * MINUTE,
    retry: false,
  });
}
