import { desc, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { members, settingChanges, settings } from '../../schema/index.ts';
import { isAmongFirst } from '../shared/first-rows.ts';

/** The settings of the operator as stored, without types and defaults; worker/config/settings.ts adds these. */
export const settingRows = (db: Database) => db.select().from(settings);

/** Stores the value of a setting. */
export const saveSetting = (db: Database, key: string, value: unknown) =>
  db.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } });

/** Deletes a setting, so that its default applies. */
export const clearSetting = (db: Database, key: string) => db.delete(settings).where(eq(settings.key, key));

export type SettingChangeRow = typeof settingChanges.$inferSelect;

/** Keeps that a setting was changed, with the value that it has in the batch before it is written. */
export const insertSettingChange = (db: Database, { id, key, after, actor, operatorId, createdAt }: Omit<SettingChangeRow, 'before'>) =>
  db.run(sql`
    insert into ${settingChanges} (id, key, before, after, actor, operator_id, created_at)
    select ${id}, ${key}, (select value from settings where settings.key = ${key}),
      ${after === undefined || after === null ? null : JSON.stringify(after)}, ${actor}, ${operatorId}, ${createdAt}`);

/** The latest changes of one setting, or of all, with the address of the operator; null for changes on the command line. */
export const latestSettingChanges = (db: Database, key: string | null, limit: number) =>
  db
    .select({
      id: settingChanges.id,
      key: settingChanges.key,
      before: settingChanges.before,
      after: settingChanges.after,
      actor: settingChanges.actor,
      operator: members.email,
      createdAt: settingChanges.createdAt,
    })
    .from(settingChanges)
    .leftJoin(members, eq(members.id, settingChanges.operatorId))
    .where(key === null ? undefined : eq(settingChanges.key, key))
    .orderBy(desc(settingChanges.createdAt), desc(settingChanges.id))
    .limit(limit);

/** One change of a setting; no row if there is none with this id. */
export const settingChangeById = (db: Database, id: string) => db.select().from(settingChanges).where(eq(settingChanges.id, id));

/** Deletes changes from before a time (ms). */
export const deleteSettingChangesBefore = (db: Database, before: number) =>
  db.delete(settingChanges).where(isAmongFirst(settingChanges, lt(settingChanges.createdAt, before)));
