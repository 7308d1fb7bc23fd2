import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations';
import type { Database } from '#db/client';
import * as schema from '#db/schema/index';
import { inProject } from '../../../scripts/lib/paths.ts';
import { REMOVED_KEPT_MS } from '../../../worker/domain/moderation/appeals.ts';
import { deleteOldRows, oldRowConditions, RETENTION_RULES } from '../../../worker/domain/retention.ts';
import { aCase, aMember, anOrderRow, newId } from '../../support/database/factories.ts';
import { anOperator } from '../../support/database/operator-factories.ts';
import { countRows } from '../../support/database/table-rows.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();
// The end of a day, because counts of web vitals and daily figures are kept by whole days.
const NOW = Date.parse('2027-06-15T23:59:59.999Z');

interface Case {
  readonly table: string;
  /** The age in ms from which on a row is deleted. */
  readonly deletedFrom: number;
  readonly insert: (at: number) => Promise<unknown>;
  /** Counts what is kept, where rows stay and only what they hold is forgotten. */
  readonly count?: () => Promise<number>;
}

const insertSession = async (database: Database, expiresAt: number) => {
  const { id: memberId } = await aMember(database);
  await database.delete(schema.sessions);
  const session = { id: newId(), memberId, tokenHash: '', device: '', createdAt: 1, seenAt: 1, expiresAt };
  await database.insert(schema.sessions).values(session);
};

const CASES: Readonly<Record<string, Case>> = {
  sessions: { table: 'sessions', deletedFrom: 1, insert: (at) => insertSession(db, at) },
  'counters of limits': {
    table: 'attempts',
    deletedFrom: 1,
    insert: (endsAt) => db.insert(schema.attempts).values({ key: newId(), windowStart: 1, count: 1, endsAt }),
  },
  'sessions of the desk': {
    table: 'operator_sessions',
    deletedFrom: 1,
    insert: async (expiresAt) => {
      await anOperator(db);
      await db.update(schema.operatorSessions).set({ expiresAt });
    },
  },
  'challenges for passkeys': {
    table: 'operator_challenges',
    deletedFrom: 1,
    insert: async (expiresAt) => {
      const { id: memberId } = await anOperator(db);
      await db.insert(schema.operatorChallenges).values({ id: newId(), memberId, purpose: 'log_in', challenge: '', expiresAt });
    },
  },
  'codes of operators': {
    table: 'operator_enrolments',
    deletedFrom: 1,
    insert: async (expiresAt) => {
      const { id: memberId } = await anOperator(db);
      await db.insert(schema.operatorEnrolments).values({ memberId, codeHash: '', createdAt: 1, expiresAt });
    },
  },
  'what operators did': {
    table: 'operator_activity',
    deletedFrom: NOW - Date.parse('2025-06-15T23:59:59.999Z') + 1,
    insert: (createdAt) => db.insert(schema.operatorActivity).values({ id: newId(), actor: 'command_line', act: 'code_made', createdAt }),
  },
  'changes of settings': {
    table: 'setting_changes',
    deletedFrom: NOW - Date.parse('2025-06-15T23:59:59.999Z') + 1,
    insert: (createdAt) => db.insert(schema.settingChanges).values({ id: newId(), key: 'name', actor: 'command_line', createdAt }),
  },
  'events for rooms that no room took': {
    table: 'event_outbox',
    deletedFrom: HOUR + 1,
    insert: (createdAt) => db.insert(schema.eventOutbox).values({ id: newId(), memberId: newId(), event: {}, createdAt, dueAt: 1 }),
  },
  'fingerprints of first messages': {
    table: 'first_messages',
    deletedFrom: DAY,
    insert: (createdAt) => db.insert(schema.firstMessages).values({ memberId: newId(), conversationId: newId(), textHash: '', createdAt }),
  },
  'when a like or a match was told': {
    table: 'like_notification_log',
    deletedFrom: 30 * DAY,
    insert: async (likeNotifiedAt) => {
      const [liker, liked] = [await aMember(db), await aMember(db)];
      await db.insert(schema.likeNotificationLog).values({ likerId: liker.id, likedId: liked.id, likeNotifiedAt });
    },
  },
  'counts of web vitals': {
    table: 'vitals',
    deletedFrom: 90 * DAY + 1,
    insert: (at) => {
      const count = { page: 'index', vital: 'cls', device: 'phone', source: 'network', upTo: 1, count: 1 };
      return db.insert(schema.vitals).values({ ...count, day: new Date(at).toISOString().slice(0, 10) });
    },
  },
  'daily figures': {
    table: 'daily_figures',
    deletedFrom: NOW - Date.parse('2022-06-15T23:59:59.999Z') + 1,
    insert: (at) => db.insert(schema.dailyFigures).values({ day: new Date(at).toISOString().slice(0, 10), figure: 'signups', count: 1 }),
  },
  'closed complaints and their mails to people without an account': {
    table: 'complaints',
    deletedFrom: 365 * DAY + 1,
    insert: (closedAt) => {
      const texts = { email: '', name: '', locale: 'en', subject: '', text: '', reference: '' };
      return db.insert(schema.complaints).values({ number: newId(), ...texts, createdAt: 1, closedAt });
    },
  },
  'photos and texts that a decision has removed': {
    table: 'case_decisions',
    deletedFrom: REMOVED_KEPT_MS + 1,
    insert: async (createdAt) => {
      const { id: memberId } = await aMember(db);
      const decision = { action: 'remove_text', facts: 'x', undo: { personal: 'x' }, actorKind: 'command_line', createdAt } as const;
      await db.insert(schema.caseDecisions).values({ id: newId(), caseNumber: await aCase(db, memberId, 'decided'), ...decision });
      // A pause needs to know how the profile was until it ends.
      const pause = { ...decision, action: 'pause', undo: { wasPaused: true } } as const;
      await db.insert(schema.caseDecisions).values({ id: newId(), caseNumber: await aCase(db, memberId, 'decided'), ...pause });
    },
    count: async () => (await db.select().from(schema.caseDecisions)).filter(({ undo }) => undo !== null).length - 1,
  },
  'closed cases with their decisions and letters': {
    table: 'cases',
    deletedFrom: NOW - Date.parse('2024-06-15T23:59:59.999Z') + 1,
    insert: async (closedAt) => {
      await db.delete(schema.cases);
      await db.insert(schema.cases).values({ number: newId(), subjectKind: 'none', priority: 1, createdAt: 1, closedAt });
    },
  },
  'closed cancellations without login, and their mails to people without an account': {
    table: 'cancellations',
    deletedFrom: NOW - Date.parse('2024-06-15T23:59:59.999Z') + 1,
    insert: (closedAt) => {
      const texts = { email: '', locale: 'en', kind: 'ordinary' as const, orderNumber: '', reason: '' };
      return db.insert(schema.cancellations).values({ number: newId(), ...texts, createdAt: 1, closedAt });
    },
  },
  'orders of erased accounts': {
    table: 'orders',
    deletedFrom: NOW - Date.parse('2020-06-15T23:59:59.999Z') + 1,
    insert: (createdAt) => db.insert(schema.orders).values({ ...anOrderRow({ memberId: '', createdAt }), memberId: null }),
  },
  'hashes of removed photos': {
    table: 'removed_photos',
    deletedFrom: 365 * DAY + 1,
    insert: (removedAt) => db.insert(schema.removedPhotos).values({ number: newId(), reason: 'nudity', removedBy: 'operator', removedAt }),
  },
  'ids of erased accounts': {
    table: 'erased_members',
    deletedFrom: 365 * DAY + 1,
    insert: (erasedAt) => db.insert(schema.erasedMembers).values({ id: newId(), erasedAt }),
  },
};

test('every rule has a case here, and a row in the documentation', () => {
  const rules = RETENTION_RULES.map(({ what }) => what);
  expect(rules.toSorted()).toEqual(Object.keys(CASES).toSorted());
  const [, section = ''] = readFileSync(inProject('docs/operating.md'), 'utf8').split('## What the site forgets by itself\n');
  expect(rules.filter((what) => !section.includes(`\n| ${what} | `))).toEqual([]);
});

/** Whether a rule has something to delete, by the condition that makes the scheduled handler run it. */
async function isDue(what: string, now: number): Promise<boolean> {
  const condition = oldRowConditions(now)[RETENTION_RULES.findIndex((rule) => rule.what === what)];
  const [row] = await db.all<{ due: 0 | 1 }>(sql`select (${condition}) as due`);
  return row?.due === 1;
}

test.each(Object.entries(CASES))(
  '%s: rows are deleted at their age and not before',
  async (what, { table, deletedFrom, insert, count }) => {
    const kept = count ?? (() => countRows(db, table));
    await insert(NOW - deletedFrom + 1);
    await deleteOldRows(db, NOW);
    expect([await kept(), await isDue(what, NOW), await isDue(what, NOW + 1)]).toEqual([1, false, true]);
    await deleteOldRows(db, NOW + 1);
    expect([await kept(), await isDue(what, NOW + 1)]).toEqual([0, false]);
  },
);

test('one run deletes up to 5,000 rows of a rule, and the next one the rest', async () => {
  const past = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 5200) select 'past:' || i, 0, 1, 1 from n`;
  await db.run(sql`insert into attempts (key, window_start, count, ends_at) ${past}`);
  await deleteOldRows(db, NOW);
  expect(await countRows(db, 'attempts')).toBe(200);
  await deleteOldRows(db, NOW);
  expect(await countRows(db, 'attempts')).toBe(0);
});

test('a rule that fails does not stop the others, and is told', async () => {
  await db.insert(schema.attempts).values({ key: newId(), windowStart: 1, count: 1, endsAt: 1 });
  await db.$client.execute('alter table vitals rename to vitals_elsewhere');
  try {
    await expect(deleteOldRows(db, NOW)).rejects.toThrow();
    expect(await countRows(db, 'attempts')).toBe(0);
  } finally {
    await db.$client.execute('alter table vitals_elsewhere rename to vitals');
  }
});
