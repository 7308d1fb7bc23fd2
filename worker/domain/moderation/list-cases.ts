import type { Database } from '#db/client';
import { type ClosedCursor, casesInQueue, closedCases, type ListedCase, type QueueCursor } from '#db/queries/cases/case-queue';
import { type Actor, partyOf } from './actor.ts';

/** A page of cases; `next` is the cursor of the page behind it, null on the last one. */
interface Page<Cursor> {
  readonly cases: readonly ListedCase[];
  readonly next: Cursor | null;
}

/**
 * The queue: open cases and decided ones with letters left, harm to persons first, then the oldest (docs/product.md, "Cases"). `assigneeId`
 * keeps those of one operator. Cases in which the actor has a stake are left out.
 */
export async function listQueue(
  db: Database,
  actor: Actor,
  page: { readonly after: QueueCursor | null; readonly limit: number; readonly assigneeId?: string },
): Promise<Page<QueueCursor>> {
  const rows = await casesInQueue(db, partyOf(actor), { ...page, limit: page.limit + 1 });
  const last = rows[page.limit - 1]?.case;
  const hasMore = rows.length > page.limit;
  return {
    cases: rows.slice(0, page.limit),
    next: hasMore && last ? { priority: last.priority, createdAt: last.createdAt, number: last.number } : null,
  };
}

/** Closed cases, the latest first. Cases in which the actor has a stake are left out. */
export async function listClosed(
  db: Database,
  actor: Actor,
  page: { readonly after: ClosedCursor | null; readonly limit: number },
): Promise<Page<ClosedCursor>> {
  const rows = await closedCases(db, partyOf(actor), { ...page, limit: page.limit + 1 });
  const last = rows[page.limit - 1]?.case;
  const hasMore = rows.length > page.limit;
  return { cases: rows.slice(0, page.limit), next: hasMore && last ? { closedAt: last.closedAt ?? 0, number: last.number } : null };
}
