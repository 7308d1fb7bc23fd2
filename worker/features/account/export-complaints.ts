import type { ComplaintRow } from '#db/queries/complaints/complaints';

const iso = (time: number) => new Date(time).toISOString();

/** What a member wrote to the operator, and was answered, in their export. */
export const complaintsIn = (complaints: readonly ComplaintRow[]) =>
  complaints.map(({ number, email, name, subject, text, reference, profileId, createdAt, answer, closedAt }) => ({
    ...{ number, email, name, subject, text, reference, answer },
    profile: profileId,
    created_at: iso(createdAt),
    closed_at: closedAt && iso(closedAt),
  }));
