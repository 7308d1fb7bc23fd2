import type { ReactNode } from 'react';
import { FictionalLabel } from '../../../cards/fictional-label.tsx';
import { MemberPhoto } from '../../../cards/member-photo.tsx';
import { NameAge } from '../../../cards/name-age.tsx';
import { placeOf } from '../../../cards/place-name.ts';
import { Avatar } from '../../../ui/images/avatar.tsx';
import { useFeaturedMember } from './use-featured-member.ts';
import './featured-member.css';

/** The photo, name, age and place of a member beside the form, from 1024 px on; `otherwise` where the member is not to be shown. */
export function FeaturedMemberPhoto({ id, fallback }: { id: string; fallback: ReactNode }) {
  const member = useFeaturedMember(id);
  if (member === undefined) return null;
  if (member === null) return fallback;
  return (
    <>
      <MemberPhoto name={member.name} image={member.photo} alt="" sizes="50vw" priority />
      <div className="featured-member-text">
        {member.isFictional && <FictionalLabel />}
        <p className="display display-40">
          <NameAge profile={member} />
        </p>
        <p>{placeOf(member)}</p>
      </div>
    </>
  );
}

/** A line about a member above the form, on narrower screens. It reserves its height while the member is loading. */
export function FeaturedMemberLine({ id }: { id: string }) {
  const member = useFeaturedMember(id);
  if (member === null) return null;
  if (!member) return <div className="featured-member only-phone" />;
  return (
    <div className="featured-member only-phone">
      <Avatar image={member.photo} name={member.name} size={56} />
      <p>
        <b className="display display-21">
          <NameAge profile={member} />
        </b>
        <span className="muted small">{placeOf(member)}</span>
      </p>
      {member.isFictional && <FictionalLabel />}
    </div>
  );
}
