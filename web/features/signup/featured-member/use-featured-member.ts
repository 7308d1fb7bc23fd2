import { useQuery } from '@tanstack/react-query';
import { type Lead, LeadAnswer, leadOf } from '#contract/pages/featured-member';
import { getProfile, type Profile } from '#contract/profile';
import { call } from '../../../api/call.ts';
import { keys } from '../../../api/query-keys.ts';
import { takeBrought } from '../../../session/initial-answer.ts';
import { useSettings } from '../../../session/settings.ts';

/** The member who leads here, as the page has brought them or as they are asked for: undefined until known, null where they are not to be shown, whatever the reason. */
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
