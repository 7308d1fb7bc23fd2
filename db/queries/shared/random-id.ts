import { sql } from 'drizzle-orm';

/** A random id of 22 characters, drawn by SQLite for each row. */
export const randomId = sql.raw('lower(hex(randomblob(11)))');
