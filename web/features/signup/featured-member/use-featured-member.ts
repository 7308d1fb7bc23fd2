import { useQuery } from '@tanstack/react-query';
import { type FeaturedMember, FeaturedMemberAnswer, featuredMemberOf } from '#contract/pages/featured-member';
import { getProfile, type Profile } from '#contract/profile';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { takeInitialAnswer } from '../../../boot/initial-answers.ts';
import { useSettings } from '../../../session/settings.ts';

/** A member whom the page leads with, from the initial answer or by a call. Undefined while loading, null if they cannot be shown. */
export function useFeaturedMember(id: string): FeaturedMember | null | undefined {
  const settings = useSettings();
  const { data, isError } = useQuery<Profile | null>({
    queryKey: queryKeys.featuredMember(id),
    queryFn: async ({ signal }) => (await call(getProfile, { id, is_lead: true }, { signal })).profile,
    initialData: () => takeInitialAnswer(FeaturedMemberAnswer, (answer) => answer.id === id)?.profile,
    retry: false,
  });
  if (!data) return isError || data === null ? null : undefined;
  return featuredMemberOf(data, settings);
}
