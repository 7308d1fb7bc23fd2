import { batch, type Database, type Rows } from '#db/client';
import { casePhotos } from '#db/queries/cases/case-photos';
import * as queue from '#db/queries/cases/case-queue';
import { messagesOfCase, promptsOfCase } from '#db/queries/cases/decisions';
import { openAppealAgainst } from '#db/queries/cases/open-case';
import { randomId } from '../../lib/crypto.ts';
import { refuse } from '../errors.ts';
import { formatCursor, parseCursor } from '../keyset-cursor.ts';
import { type Actor, partyOf } from './actor.ts';

/** Which pages of a case are read, by the cursors of an earlier look; without them the oldest sources and the latest activity. */
interface CasePages {
  readonly sourcesAfter?: string | undefined;
  readonly activityBefore?: string | undefined;
}

/** The ids of sources: random ones, and numbers of notices. */
const SOURCE_ID = /^[\w-]{10,22}$/;
/** The numbers of rows of the activity. */
const ACTIVITY_ROW = /^\d{1,16}$/;

const statementsOf = (db: Database, actor: Actor, number: string, { sourcesAfter, activityBefore }: CasePages) => ({
  found: queue.caseByNumber(db, partyOf(actor), number),
  sources: queue.sourcesOfCase(db, number, parseCursor(sourcesAfter, 'sources_after', SOURCE_ID)),
  decision: queue.decisionOfCase(db, number),
  appealed: queue.appealedDecisionOf(db, number),
  earlier: queue.earlierDecisions(db, partyOf(actor), number),
  photos: casePhotos(db, partyOf(actor), number),
  prompts: promptsOfCase(db, number),
  messages: messagesOfCase(db, number),
  openAppeal: openAppealAgainst(db, number),
  letters: queue.lettersOfCase(db, number),
  activity: queue.activityOfCase(db, number, parseCursor(activityBefore, 'activity_before', ACTIVITY_ROW)),
});
type CaseRows = Rows<ReturnType<typeof statementsOf>>;

/**
 * A case with all that a moderator sees of it: a page of its sources and one of its activity, both the oldest first, with the cursors of the pages
 * behind and before them, null for none. `prompts` and `messages` are those of now that could be removed.
 */
export interface CaseDetails extends Omit<CaseRows, 'found' | 'decision' | 'appealed'> {
  readonly found: CaseRows['found'][number];
  readonly decision: CaseRows['decision'][number] | undefined;
  /** The decision that it is an appeal against. */
  readonly appealed: queue.NamedDecisionRow | undefined;
  readonly sourcesNext: string | null;
  readonly activityNext: string | null;
}

/**
 * Reads a case and writes the look down in the same batch. `detail` says what was looked at beside the case itself, such as `photo:ID`. A case
 * in which the actor has a stake is refused like an unknown one, with `not_found`, and nothing is written; so is a wrong cursor, with 422.
 */
export async function lookAtCase(
  db: Database,
  now: number,
  actor: Actor,
  { number, detail = null, ...pages }: { readonly number: string; readonly detail?: string | null } & CasePages,
): Promise<CaseDetails> {
  const { look, found, decision, appealed, activity, ...rows } = await batch(db, {
    look: queue.recordLook(db, number, { id: randomId(), ...partyOf(actor), act: 'looked', detail, createdAt: now }),
    ...statementsOf(db, actor, number, pages),
  });
  const [first] = found;
  if (!first || look.length === 0) return refuse('not_found');
  const lastSource = rows.sources.at(-1);
  const shown = activity.slice(0, queue.ACTIVITY_PAGE);
  const earliest = shown.at(-1);
  return {
    ...rows,
    found: first,
    decision: decision[0],
    appealed: appealed[0]?.decision,
    messages: rows.messages.toReversed(),
    activity: shown.toReversed(),
    sourcesNext: lastSource?.hasMore === 1 ? formatCursor({ at: lastSource.source.createdAt, id: lastSource.source.id }) : null,
    activityNext:
      earliest && activity.length > shown.length ? formatCursor({ at: earliest.activity.createdAt, id: String(earliest.row) }) : null,
  };
}
