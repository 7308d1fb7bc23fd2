import { eq } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { settings } from '../../schema/index.ts';

/** The settings of the operator as stored, without types and defaults; worker/config/settings.ts adds these. */
export const settingRows = (db: Database) => db.select().from(settings);

/** Stores the value of a setting. */
export const saveSetting = (db: Database, key: string, value: unknown) =>
  db.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } });

/** Deletes a setting, so that its default applies. */
export const clearSetting = (db: Database, key: string) => db.delete(settings).where(eq(settings.key, key));
