import { refuseFields } from './errors.ts';

/** The cursor of a list that is sorted by time, newest first: time (in milliseconds) and id of the last row served. */
export interface ListCursor {
  readonly at: number;
  readonly id: string;
}

const CURSOR = /^(\d{1,16})\.([\w-]{22})$/;

/**
 * Parses `before`, the `next` of an earlier answer. Null for the first page; anything malformed is refused with 422 `before`: `unknown`.
 */
export function parseCursor(before: string | undefined): ListCursor | null {
  if (before === undefined) return null;
  const [, at, id = ''] = CURSOR.exec(before) ?? refuseFields({ before: 'unknown' });
  return { at: Number(at), id };
}

/** The `next` of an answer whose last row is this one. */
export const formatCursor = ({ at, id }: ListCursor): string => `${at}.${id}`;
