import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { creditLots, ledgerLines, members } from '../../schema/index.ts';

/** What an operator sees of an account beside its own row, as numbers. */
export const memberCounts = (db: Database, id: string, now: number) =>
  db
    .select({
      sessions: sql<number>`(select count(*) from sessions where member_id = ${id} and expires_at > ${now})`,
      owed: sql<number>`coalesce((select owed from debts where member_id = ${id}), 0)`,
      renewing: sql<number>`(select count(*) from entitlements where member_id = ${id} and state = 'active' and renews)`,
      openReportsAbout: sql<number>`(select count(*) from reports where reported_id = ${id} and closed_at is null)`,
      openReportsBy: sql<number>`(select count(*) from reports where reporter_id = ${id} and closed_at is null)`,
      openComplaints: sql<number>`(select count(*) from complaints where member_id = ${id} and closed_at is null)`,
    })
    .from(members)
    .where(eq(members.id, id));

/** The latest credits that an operator gave a member, with the reason. */
export const grantsOf = (db: Database, memberId: string, limit: number) =>
  db
    .select({ amount: ledgerLines.amount, note: creditLots.note, createdAt: creditLots.createdAt })
    .from(creditLots)
    .innerJoin(ledgerLines, and(eq(ledgerLines.lotId, creditLots.id), eq(ledgerLines.reason, 'grant')))
    .where(and(eq(creditLots.memberId, memberId), sql`${creditLots.note} is not null`))
    .orderBy(desc(creditLots.createdAt))
    .limit(limit);
