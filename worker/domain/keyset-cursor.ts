import { refuseFields } from './errors.ts';

/** A place in a list that runs from the latest row to the first: the time and the id of the last row served. */
export interface ListPlace {
  readonly at: number;
  readonly id: string;
}

const CURSOR = /^(\d{1,16})\.([\w-]{22})$/;

/** Reads `before`, the `next` of an earlier answer; whatever else it says is 422 `before` unknown. */
export function placeOf(before: string | undefined): ListPlace | null {
  if (before === undefined) return null;
  const [, at, id = ''] = CURSOR.exec(before) ?? refuseFields({ before: 'unknown' });
  return { at: Number(at), id };
}

/** The `next` that goes on behind a row. */
export const cursorAt = ({ at, id }: ListPlace): string => `${at}.${id}`;
