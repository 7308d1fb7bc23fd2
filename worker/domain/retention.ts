import { DAY, HOUR } from '#contract/durations';
import { batch, type Database, type Statement } from '#db/client';
import { CASES_KEPT_YEARS, OPERATOR_RECORD_YEARS, ORDERS_KEPT_YEARS } from '#db/privacy/classification';
import { deleteAnonymousOrders, deleteErasuresBefore } from '#db/queries/account/erasure';
import { deleteCancellationsBefore } from '#db/queries/cancellations/cancellations';
import { deleteCasesBefore, forgetRemovedBefore } from '#db/queries/cases/decisions';
import { deletePastFirstMessages } from '#db/queries/chat/conversations';
import { deleteComplaintsBefore } from '#db/queries/complaints/complaints';
import { deletePastLikeNotificationLog } from '#db/queries/likes/likes';
import { deleteActivityBefore } from '#db/queries/operator/activity';
import { deletePastDeskSessions } from '#db/queries/operator/desk-sessions';
import { deleteFiguresBefore } from '#db/queries/operator/figures';
import { areOld, type Condition } from '#db/queries/operator/old-rows';
import { deletePastEnrolments } from '#db/queries/operator/operators';
import { deletePastChallenges } from '#db/queries/operator/passkeys';
import { deleteSettingChangesBefore } from '#db/queries/operator/settings';
import { forgetRemovedPhotosBefore } from '#db/queries/photos/removed-photos';
import { deletePastAttempts } from '#db/queries/shared/attempt-counters';
import { deleteStaleEvents } from '#db/queries/shared/event-outbox';
import { ROWS_PER_DELETION } from '#db/queries/shared/first-rows';
import { deleteExpiredSessions } from '#db/queries/shared/sessions';
import { deleteVitalsBefore } from '#db/queries/vitals/vitals';
import { inRounds } from '../lib/rounds.ts';
import { REMOVED_KEPT_MS } from './moderation/appeals.ts';

/** First messages count for the limits of a member for this long. */
export const FIRST_MESSAGES_KEPT_MS = DAY;

/** A like or match of which no row remains is notified as a new one. */
export const LIKE_NOTIFICATIONS_KEPT_MS = 30 * DAY;

/** Reports on moderation have to stay public for five years (Article 15 of the DSA); the numbers they are made of stay as long. */
const FIGURES_KEPT_YEARS = 5;

/** Rows of one rule in one run: more than a busy site writes in a minute. */
const BOUNDS = { size: ROWS_PER_DELETION, rows: 5_000, perSecond: 1_000 };

/** Which rows of which table are deleted when. */
export interface RetentionRule {
  /** The row of docs/operating.md, "What the site forgets by itself". */
  readonly what: string;
  /** How long rows are kept: in ms, 0 for rows that hold their own end; or in calendar years. */
  readonly kept: { readonly ms: number } | { readonly years: number };
  /** The condition that rows are older than a time. */
  readonly areOld: (before: number) => Condition;
  /** Statements that delete what is older than a time, as one batch; each at most ROWS_PER_DELETION rows. */
  readonly statements: (db: Database, before: number) => Readonly<Record<string, Statement>>;
}

/** What the scheduled handler deletes by age. Accounts and what a mail or room keeps are forgotten by their own tasks. */
export const RETENTION_RULES: readonly RetentionRule[] = [
  {
    what: 'sessions',
    kept: { ms: 0 },
    areOld: areOld.sessions,
    statements: (db, before) => ({ sessions: deleteExpiredSessions(db, before) }),
  },
  {
    what: 'counters of limits',
    kept: { ms: 0 },
    areOld: areOld.attempts,
    statements: (db, before) => ({ attempts: deletePastAttempts(db, before) }),
  },
  {
    what: 'sessions of the desk',
    kept: { ms: 0 },
    areOld: areOld.deskSessions,
    statements: (db, before) => ({ sessions: deletePastDeskSessions(db, before) }),
  },
  {
    what: 'challenges for passkeys',
    kept: { ms: 0 },
    areOld: areOld.challenges,
    statements: (db, before) => ({ challenges: deletePastChallenges(db, before) }),
  },
  {
    what: 'codes of operators',
    kept: { ms: 0 },
    areOld: areOld.enrolments,
    statements: (db, before) => ({ codes: deletePastEnrolments(db, before) }),
  },
  {
    what: 'what operators did',
    kept: { years: OPERATOR_RECORD_YEARS },
    areOld: areOld.operatorActivity,
    statements: (db, before) => ({ activity: deleteActivityBefore(db, before) }),
  },
  {
    what: 'changes of settings',
    kept: { years: OPERATOR_RECORD_YEARS },
    areOld: areOld.settingChanges,
    statements: (db, before) => ({ changes: deleteSettingChangesBefore(db, before) }),
  },
  {
    // By then pages have polled what the event tells.
    what: 'events for rooms that no room took',
    kept: { ms: HOUR },
    areOld: areOld.events,
    statements: (db, before) => ({ events: deleteStaleEvents(db, before) }),
  },
  {
    what: 'fingerprints of first messages',
    kept: { ms: FIRST_MESSAGES_KEPT_MS },
    areOld: areOld.firstMessages,
    statements: (db, before) => ({ firstMessages: deletePastFirstMessages(db, before) }),
  },
  {
    what: 'when a like or a match was told',
    kept: { ms: LIKE_NOTIFICATIONS_KEPT_MS },
    areOld: areOld.likeNotifications,
    statements: (db, before) => ({ log: deletePastLikeNotificationLog(db, before, ROWS_PER_DELETION) }),
  },
  {
    what: 'counts of web vitals',
    kept: { ms: 90 * DAY },
    areOld: areOld.vitals,
    statements: (db, before) => ({ vitals: deleteVitalsBefore(db, new Date(before).toISOString().slice(0, 10)) }),
  },
  {
    what: 'closed complaints and their mails to people without an account',
    kept: { ms: 365 * DAY },
    areOld: areOld.complaints,
    statements: deleteComplaintsBefore,
  },
  {
    what: 'daily figures',
    kept: { years: FIGURES_KEPT_YEARS },
    areOld: areOld.figures,
    statements: (db, before) => ({ figures: deleteFiguresBefore(db, new Date(before).toISOString().slice(0, 10)) }),
  },
  {
    what: 'hashes of removed photos',
    kept: { ms: 365 * DAY },
    areOld: areOld.removedPhotos,
    statements: (db, before) => ({ removedPhotos: forgetRemovedPhotosBefore(db, before) }),
  },
  {
    // The files of a photo are due for removal at the same time.
    what: 'photos and texts that a decision has removed',
    kept: { ms: REMOVED_KEPT_MS },
    areOld: areOld.removedContent,
    statements: (db, before) => ({ removed: forgetRemovedBefore(db, before) }),
  },
  {
    what: 'closed cases with their decisions and letters',
    kept: { years: CASES_KEPT_YEARS },
    areOld: areOld.cases,
    statements: (db, before) => ({ cases: deleteCasesBefore(db, before) }),
  },
  {
    // By then no claim from the contract can be made any more.
    what: 'closed cancellations without login, and their mails to people without an account',
    kept: { years: 3 },
    areOld: areOld.cancellations,
    statements: deleteCancellationsBefore,
  },
  { what: 'orders of erased accounts', kept: { years: ORDERS_KEPT_YEARS }, areOld: areOld.orders, statements: deleteAnonymousOrders },
  {
    // The age of the oldest backup that can be restored with its later erasures (docs/operating.md, "Backups").
    what: 'ids of erased accounts',
    kept: { ms: 365 * DAY },
    areOld: areOld.erasures,
    statements: (db, before) => ({ erasures: deleteErasuresBefore(db, before) }),
  },
];

/** The time before which rows of a rule are deleted. */
function cutoffOf({ kept }: RetentionRule, now: number): number {
  if ('ms' in kept) return now - kept.ms;
  const cutoff = new Date(now);
  return cutoff.setUTCFullYear(cutoff.getUTCFullYear() - kept.years);
}

/** For each rule the condition that it has something to delete. */
export const oldRowConditions = (now: number): Condition[] => RETENTION_RULES.map((rule) => rule.areOld(cutoffOf(rule, now)));

/** How many rows a statement has changed. Sound: the statements of the rules return the result of the client. */
const rowsAffected = (result: unknown) => (result as { readonly rowsAffected: number }).rowsAffected;

/** Deletes what one rule no longer keeps. */
const deleteByRule = (db: Database, rule: RetentionRule, now: number) =>
  inRounds(BOUNDS, async () => {
    const results = await batch(db, rule.statements(db, cutoffOf(rule, now)));
    return Math.max(...Object.values(results).map(rowsAffected));
  });

/**
 * Deletes what each rule no longer keeps, in rounds of one batch. What is left after 5,000 rows of a rule waits for the next run. Throws the first
 * error after all rules have run.
 */
export async function deleteOldRows(db: Database, now: number): Promise<void> {
  const runs = await Promise.allSettled(RETENTION_RULES.map((rule) => deleteByRule(db, rule, now)));
  const failed = runs.find((run) => run.status === 'rejected');
  if (failed) throw failed.reason;
}
