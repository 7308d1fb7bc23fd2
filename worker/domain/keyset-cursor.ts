import { refuseFields } from './errors.ts';

/** The cursor of a list that is sorted by time: time (in milliseconds) and id of the last row served. */
export interface ListCursor {
  readonly at: number;
  readonly id: string;
}

const CURSOR = /^(\d{1,16})\.(.+)$/;
/** The ids of rows that the Worker names. */
const ROW_ID = /^[\w-]{22}$/;

/**
 * Parses the `next` of an earlier answer, from a field of the input whose list has ids of a form. Null for the first page; anything malformed
 * is refused with 422, the field with `unknown`.
 */
export function parseCursor(typed: string | undefined, field = 'before', idForm = ROW_ID): ListCursor | null {
  if (typed === undefined) return null;
  const [, at, id = ''] = CURSOR.exec(typed) ?? [];
  return idForm.test(id) ? { at: Number(at), id } : refuseFields({ [field]: 'unknown' });
}

/** The `next` of an answer whose last row is this one. */
export const formatCursor = ({ at, id }: ListCursor): string => `${at}.${id}`;
