import type { ActivityCursor, SourceCursor } from '#db/queries/cases/case-queue';
import { refuseFields } from '../errors.ts';

/** Which pages of a case are read, by the cursors of an earlier look; without them the oldest sources and the latest activity. */
export interface CasePages {
  readonly sourcesAfter?: string | undefined;
  readonly activityBefore?: string | undefined;
}

const CURSOR = /^(\d{1,16})\.([\w-]{1,64})$/;
const ROW = /^\d{1,16}$/;

/** The place behind which a page of sources begins; null for the first one. Refuses with 422 (`sources_after`: `unknown`) for another form. */
export function sourceCursorOf(typed: string | undefined): SourceCursor | null {
  if (typed === undefined) return null;
  const [, createdAt, id = ''] = CURSOR.exec(typed) ?? refuseFields({ sources_after: 'unknown' });
  return { createdAt: Number(createdAt), id };
}

/** The place before which a page of activity ends; null for the latest one. Refuses with 422 (`activity_before`: `unknown`) for another form. */
export function activityCursorOf(typed: string | undefined): ActivityCursor | null {
  if (typed === undefined) return null;
  const [, createdAt, row = ''] = CURSOR.exec(typed) ?? [];
  if (!ROW.test(row)) return refuseFields({ activity_before: 'unknown' });
  return { createdAt: Number(createdAt), row: Number(row) };
}
