import type { ComplaintRow } from '#db/queries/complaints/complaints';
import { isoTime, isoTimeOrNull } from '../../lib/iso-time.ts';

/** A member's complaints and the operator's answers, as the data export lists them. */
export const exportedComplaints = (complaints: readonly ComplaintRow[]) =>
  complaints.map(({ number, email, name, locale, subject, text, reference, profileId, createdAt, answer, closedAt }) => ({
    number,
    email,
    name,
    locale,
    subject,
    text,
    reference,
    answer,
    profile: profileId,
    created_at: isoTime(createdAt),
    closed_at: isoTimeOrNull(closedAt),
  }));
