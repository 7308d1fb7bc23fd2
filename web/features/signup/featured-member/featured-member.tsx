import type { ReactNode } from 'react';
import { FictionalLabel } from '../../../cards/fictional-label.tsx';
import { MemberPhoto } from '../../../cards/member-photo.tsx';
import { NameAge } from '../../../cards/name-age.tsx';
import { placeOf } from '../../../cards/place-name.ts';
import { Avatar } from '../../../ui/images/avatar.tsx';
import { useLeadMember } from './use-featured-member.ts';
import './featured-member.css';

/** Beside the form, from 1024 px on: as on their card. */
export function LeadMemberPhoto({ id, otherwise }: { id: string; otherwise: ReactNode }) {
  const lead = useLeadMember(id);
  if (lead === undefined) return null;
  if (lead === null) return otherwise;
  return (
    <>
      <MemberPhoto name={lead.name} image={lead.photo} alt="" sizes="50vw" priority />
      <div className="lead-member-words">
        {lead.isFictional && <FictionalLabel />}
        <p className="d d40">
          <NameAge profile={lead} />
        </p>
        <p>{placeOf(lead)}</p>
      </div>
    </>
  );
}

/** Above the form where there is no room beside it. */
export function LeadMemberLine({ id }: { id: string }) {
  const lead = useLeadMember(id);
  if (lead === null) return null;
  if (!lead) return <div className="lead-member only-phone" />;
  return (
    <div className="lead-member only-phone">
      <Avatar image={lead.photo} name={lead.name} size={56} />
      <p>
        <b className="d d21">
          <NameAge profile={lead} />
        </b>
        <span className="soft small">{placeOf(lead)}</span>
      </p>
      {lead.isFictional && <FictionalLabel />}
    </div>
  );
}
