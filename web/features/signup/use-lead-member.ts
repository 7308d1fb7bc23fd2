import { useQuery } from '@tanstack/react-query';
import { getProfile, type Image, type Profile } from '#contract/profile';
import { call } from '../../api/call.ts';
import { nameLineOf } from '../../cards/name-line.ts';
import { keys } from '../../session/keys.ts';
import { useSettings } from '../../session/settings.ts';

/** What a page that leads with a member tells of them. */
export interface Lead extends ReturnType<typeof nameLineOf> {
  readonly photo: Image | null;
  readonly words: string | null;
  readonly isFictional: boolean;
}

/** Nobody has asked for nudity here: the first photo without it stands for them. */
const photoOf = ({ main_image: main, images }: Profile): Image | null =>
  [main, ...images].find((image): image is Image => image !== null && !image.is_nude) ?? null;

/** The member who leads here: undefined until known, null where they are not to be shown, whatever the reason. */
export function useLeadMember(id: string): Lead | null | undefined {
  const { visible_profile_fields: fields, visible_profile_notes: notes } = useSettings();
  const { data, isError } = useQuery({
    queryKey: keys.lead(id),
    queryFn: async ({ signal }) => (await call(getProfile, { id, is_lead: true }, { signal })).profile,
    retry: false,
  });
  if (!data) return isError ? null : undefined;
  return {
    ...nameLineOf(data, fields),
    photo: photoOf(data),
    words: notes.includes('personal') ? data.personal : null,
    isFictional: data.is_fictional,
  };
}
