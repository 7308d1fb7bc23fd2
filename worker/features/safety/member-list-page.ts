import type { BlockedOrHiddenList } from '#contract/safety';
import type { blockedBy } from '#db/queries/safety/blocks-and-hides';
import { formatCursor } from '../../domain/keyset-cursor.ts';
import { cardOf, unavailableCard } from '../../domain/profile-card.ts';

type Row = Awaited<ReturnType<typeof blockedBy>>[number];

/**
 * A page of the list of blocked or hidden members. `rows` holds one row more than `limit` if a further page follows. Members who have left
 * or who block the caller are shown as gone.
 */
export function memberListPage(rows: readonly Row[], total: number, limit: number, now: number): BlockedOrHiddenList {
  const last = rows[limit - 1];
  return {
    profiles: rows.slice(0, limit).map((row) => (row.blocksMe === 1 ? unavailableCard(row.id) : cardOf(row, 'member', now))),
    total,
    next: last && rows.length > limit ? formatCursor(last) : null,
  };
}
