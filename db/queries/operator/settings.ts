import { eq } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { settings } from '../../schema/index.ts';

/** What the operator has set, raw; worker/config/settings.ts gives it types and defaults. */
export const settingRows = (db: Database) => db.select().from(settings);

export const saveSetting = (db: Database, key: string, value: unknown) =>
  db.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } });

export const clearSetting = (db: Database, key: string) => db.delete(settings).where(eq(settings.key, key));
