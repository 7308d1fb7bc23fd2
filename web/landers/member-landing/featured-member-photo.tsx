import type { ReactNode } from 'react';
import type { FeaturedMember } from '#contract/pages/featured-member';
import { MemberPhoto } from '../../cards/member-photo.tsx';
import './featured-member-photo.css';

interface FeaturedMemberPhotoProps {
  /** Undefined while it is loaded, null if no member is shown. */
  lead: FeaturedMember | null | undefined;
  sizes: string;
  /** Shown if there is no member to show. */
  children: ReactNode;
}

/** The photo of the featured member. Its place has the same size while the member is loaded and if none is shown. */
export function FeaturedMemberPhoto({ lead, sizes, children }: FeaturedMemberPhotoProps) {
  return (
    <span className="featured-photo">
      {lead ? <MemberPhoto name={lead.name} image={lead.photo} alt="" sizes={sizes} priority /> : children}
      {lead === undefined && <i className="featured-photo-loading skeleton" />}
    </span>
  );
}

/** Placeholder of a line of text while the member is loaded. Without scripts it shows `otherwise`, as the member is never loaded. */
export const LinePlaceholder = ({ otherwise }: { otherwise: string }) => (
  <>
    <i className="line-skeleton skeleton skeleton-line" />
    <span className="line-fallback">{otherwise}</span>
  </>
);
