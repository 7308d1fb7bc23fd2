import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getProfile, type Profile } from '#contract/profile';
import { call } from '../../api/call.ts';
import { FictionalLabel } from '../../cards/fictional-label.tsx';
import { MemberPhoto } from '../../cards/member-photo.tsx';
import { NameAge } from '../../cards/name-age.tsx';
import { placeOf } from '../../cards/place.ts';
import { keys } from '../../session/keys.ts';
import { Avatar } from '../../ui/avatar.tsx';
import './lead-member.css';

/** The member whose page led here; undefined until known, and where they are gone. */
function useLeadMember(id: string): Profile | undefined {
  const { data } = useQuery({
    queryKey: keys.profile(id),
    queryFn: async ({ signal }) => (await call(getProfile, { id }, { signal })).profile,
    retry: false,
  });
  return data?.is_gone ? undefined : data;
}

/** Beside the form, from 1024 px on: as on their card. */
export function LeadMemberPhoto({ id, otherwise }: { id: string; otherwise: ReactNode }) {
  const profile = useLeadMember(id);
  if (!profile) return otherwise;
  return (
    <>
      <MemberPhoto name={profile.name} image={profile.main_image} alt="" sizes="50vw" priority />
      <div className="lead-member-words">
        {profile.is_fictional && <FictionalLabel />}
        <p className="d d40">
          <NameAge profile={profile} />
        </p>
        <p>{placeOf(profile)}</p>
      </div>
    </>
  );
}

/** Above the form where there is no room beside it. */
export function LeadMemberLine({ id }: { id: string }) {
  const profile = useLeadMember(id);
  if (!profile) return null;
  return (
    <div className="lead-member only-phone">
      <Avatar image={profile.main_image} name={profile.name} size={56} />
      <p>
        <b className="d d21">
          <NameAge profile={profile} />
        </b>
        <span className="soft small">{placeOf(profile)}</span>
      </p>
      {profile.is_fictional && <FictionalLabel />}
    </div>
  );
}
