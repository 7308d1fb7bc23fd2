import { useQuery } from '@tanstack/react-query';
import { type Lead, LeadAnswer, leadOf } from '#contract/pages/featured-member';
import { getProfile, type Profile } from '#contract/profile';
import { call } from '../../../api/call.ts';
import { keys } from '../../../api/query-keys.ts';
import { takeBrought } from '../../../session/initial-answer.ts';
import { useSettings } from '../../../session/settings.ts';

/** A member whom the page leads with, from the initial answer or by a call. Undefined while loading, null if they cannot be shown. */
export function useLeadMember(id: string): Lead | null | undefined {
  const settings = useSettings();
  const { data, isError } = useQuery<Profile | null>({
    queryKey: keys.lead(id),
    queryFn: async ({ signal }) => (await call(getProfile, { id, is_lead: true }, { signal })).profile,
    initialData: () => takeBrought(LeadAnswer, (answer) => answer.id === id)?.profile,
    retry: false,
  });
  if (!data) return isError || data === null ? null : undefined;
  return leadOf(data, settings);
}
