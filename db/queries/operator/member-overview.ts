import { and, asc, desc, eq, gte, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { creditLots, ledgerLines, members, orders } from '../../schema/index.ts';

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

const foundColumns = {
  id: members.id,
  name: members.name,
  email: members.email,
  status: members.status,
  isFictional: members.isFictional,
  country: members.country,
  createdAt: members.createdAt,
};
export type FoundMemberRow = Awaited<ReturnType<typeof membersByName>>[number];

/** The end of the texts that begin with a text: no character sorts behind it. */
const endOfPrefix = (start: string) => `${start}\u{10ffff}`;
const name = sql`${members.name} collate nocase`;

/** Members whose names begin with a text, in the order of their names; of letters, only those of ASCII are compared without case. */
export const membersByName = (db: Database, start: string, limit: number) =>
  db
    .select(foundColumns)
    .from(members)
    .where(and(gte(name, start), lt(name, endOfPrefix(start))))
    .orderBy(asc(name), asc(members.id))
    .limit(limit);

/** The member of a whole address, or of an id; no row if there is none. */
export const memberByKey = (db: Database, key: 'email' | 'id', value: string) =>
  db.select(foundColumns).from(members).where(eq(members[key], value));

/** The latest lines of a member's ledger, without those of debts that were paid at once. */
export const latestLedgerLines = (db: Database, memberId: string, limit: number) =>
  db
    .select({ id: ledgerLines.id, amount: ledgerLines.amount, reason: ledgerLines.reason, createdAt: ledgerLines.createdAt })
    .from(ledgerLines)
    .where(and(eq(ledgerLines.memberId, memberId), ne(ledgerLines.amount, 0)))
    .orderBy(desc(ledgerLines.createdAt), desc(ledgerLines.id))
    .limit(limit);

/** Has the provider of a paid order asked after it by the next sweep; no row if the order is not paid or belongs to nobody. */
export const askAfterOrder = (db: Database, orderId: string, now: number) =>
  db
    .update(orders)
    .set({ dueAt: now, tries: 0 })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'paid'), sql`${orders.memberId} is not null`))
    .returning({ memberId: orders.memberId });
