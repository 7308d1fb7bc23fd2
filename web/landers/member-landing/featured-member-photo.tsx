import type { ReactNode } from 'react';
import type { Lead } from '#contract/pages/featured-member';
import { MemberPhoto } from '../../cards/member-photo.tsx';
import './featured-member-photo.css';

interface LeadPlaceProps {
  lead: Lead | null | undefined;
  sizes: string;
  /** Stands there where no member does. */
  children: ReactNode;
}

/** The place of a member's photo, as large while they are awaited, when they are there and when they are not to be shown. */
export function LeadPlace({ lead, sizes, children }: LeadPlaceProps) {
  return (
    <span className="lead-place">
      {lead ? <MemberPhoto name={lead.name} image={lead.photo} alt="" sizes={sizes} priority /> : children}
      {lead === undefined && <i className="lead-awaited skel" />}
    </span>
  );
}

/** A line of theirs that is awaited; where no script will ever bring it, what stands there without them. */
export const LineAwaited = ({ otherwise }: { otherwise: string }) => (
  <>
    <i className="lead-line skel skel-line" />
    <span className="lead-otherwise">{otherwise}</span>
  </>
);
