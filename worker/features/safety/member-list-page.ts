import type { SafetyList } from '#contract/safety';
import type { blockedBy } from '#db/queries/safety/blocks-and-hides';
import { cursorAt } from '../../domain/keyset-cursor.ts';
import { cardOf, goneCard } from '../../domain/profile-card.ts';

type Row = Awaited<ReturnType<typeof blockedBy>>[number];

/** A page of members put aside, read one row further than it goes. Who is gone or blocks me shows as gone. */
export function listOf(rows: readonly Row[], total: number, limit: number, now: number): SafetyList {
  const last = rows[limit - 1];
  return {
    profiles: rows.slice(0, limit).map((row) => (row.blocksMe === 1 ? goneCard(row.id) : cardOf(row, 'member', now))),
    total,
    next: last && rows.length > limit ? cursorAt(last) : null,
  };
}
