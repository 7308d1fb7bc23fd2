import * as v from 'valibot';

/**
 * How far somebody has seen the database: the highest replication index, in decimal digits. Reads that carry it are answered with no older
 * state (docs/product.md, "Reads from replicas").
 */
export const Bookmark = v.pipe(v.string(), v.regex(/^\d{1,15}$/));
/** The header of a call and of its answer that carries a bookmark. */
export const BOOKMARK_HEADER = 'X-Bookmark';
