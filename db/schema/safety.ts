import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from './account.ts';

const aMember = () =>
  text()
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

export const blocks = sqliteTable('blocks', { blockerId: aMember(), blockedId: aMember(), createdAt: integer().notNull() }, (t) => [
  primaryKey({ columns: [t.blockerId, t.blockedId] }),
  index('blocks_received').on(t.blockedId, t.blockerId),
]);

/** Members somebody does not want to see again in lists. */
export const hides = sqliteTable('hides', { memberId: aMember(), hiddenId: aMember(), createdAt: integer().notNull() }, (t) => [
  primaryKey({ columns: [t.memberId, t.hiddenId] }),
]);
