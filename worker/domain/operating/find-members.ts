import { FOUND_MEMBERS_MAX } from '#contract/operator/operated-members';
import type { Database } from '#db/client';
import { type FoundMemberRow, memberByKey, membersByName } from '#db/queries/operator/member-overview';

/**
 * The statement that finds members for an operator: by a whole address, an id, or the beginning of a name. An address is found whole only,
 * so that nobody reads through the addresses of others. It may find one member more than `foundMembers` keeps.
 */
export function membersFoundBy(db: Database, typed: string) {
  if (typed.includes('@')) return memberByKey(db, 'email', typed.toLowerCase());
  return /^[\w-]{22}$/.test(typed) ? memberByKey(db, 'id', typed) : membersByName(db, typed, FOUND_MEMBERS_MAX + 1);
}

/** The members that are shown of those that were found, and whether there are more. */
export const foundMembers = (rows: readonly FoundMemberRow[]) => ({
  members: rows.slice(0, FOUND_MEMBERS_MAX),
  isCapped: rows.length > FOUND_MEMBERS_MAX,
});
