import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MINUTE } from '#contract/durations';
import { searchMembers } from '#contract/members';
import { FeaturedMemberAnswer } from '#contract/pages/featured-member';
import type { Profile, ProfileCard } from '#contract/profile';
import { call } from '../../../api/call.ts';
import { profileQuery } from '../../../api/profile/profile-query.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { takeInitialAnswer } from '../../../boot/initial-answers.ts';
import { cachedCard } from '../../../cards/cache/cached-cards.ts';
import { searcherParameters } from '../../../session/visitor-search.ts';

/** Members on a page: two rows of five on a wide screen. */
const SIMILAR_PAGE = 10;

/** Stands for what a card does not hold, until the profile has arrived. */
const PROFILE_PLACEHOLDER: Omit<Profile, keyof ProfileCard> = {
  images: [],
  personal: null,
  prompts: [],
  fields: {},
  interests: [],
  liked_me: false,
  is_new_here: false,
  can_chat: true,
  blocked: false,
};

/** The profile of one member. Until it has arrived, it is filled from the card that a list has cached. */
export function useMember(id: string) {
  const client = useQueryClient();
  return useQuery({
    ...profileQuery(id),
    placeholderData: () => {
      const card = cachedCard(client, id);
      return card && { ...PROFILE_PLACEHOLDER, ...card, images: card.main_image ? [card.main_image] : [] };
    },
    initialData: () =>
      takeInitialAnswer(FeaturedMemberAnswer, (answer) => answer.id === id && answer.profile !== null)?.profile ?? undefined,
    // A profile that came with the page counts as fresh for a minute; any other is read again on every mount.
    staleTime: ({ state }) => (state.data && state.dataUpdateCount === 0 ? MINUTE : 0),
  });
}

/** Members like this one, a page at a time. The old page stays until the next one has arrived, but only for the same member. */
export function useSimilarMembers(id: string, page: number) {
  return useQuery({
    queryKey: [...queryKeys.profile(id), 'similar', page],
    queryFn: ({ signal }) =>
      call(
        searchMembers,
        { ...searcherParameters(), source: 'similar', similar_to: id, page, pp: SIMILAR_PAGE, auto_load: '1', do_not_save: '1' },
        { signal },
      ),
    placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined),
    staleTime: 5 * MINUTE,
    retry: false,
  });
}
