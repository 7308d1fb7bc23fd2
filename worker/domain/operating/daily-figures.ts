import { COMPLAINT_SUBJECTS } from '#contract/complaints';
import { DAY, HOUR } from '#contract/durations';
import { batch, type Database } from '#db/client';
import {
  countAppeals,
  countAppealTimes,
  countAutomatedDecisions,
  countCases,
  countDecidedAppeals,
  countDecidedNotices,
  countDecisions,
  countDecisionTimes,
  countHeldPhotos,
  countNotices,
  countNoticeTimes,
} from '#db/queries/operator/case-figures';
import {
  addToFigures,
  addToFigureWhen,
  countActive,
  countClosedComplaints,
  countClosedReports,
  countComplaints,
  countDeletions,
  countMessages,
  countPaidOrders,
  countReports,
  countSignups,
  type FigureRow,
  firstDayWith,
  newestDayOf,
  type Span,
  saveFigures,
  sumPaidOrders,
} from '#db/queries/operator/figures';

/** The figures that are added up from rows once a day has ended. A figure of a new table is one more line here. */
const COUNTED = {
  signups: countSignups,
  deletions: countDeletions,
  messages: countMessages,
  reports: countReports,
  reports_closed: countClosedReports,
  complaints: (db: Database, span: Span) => countComplaints(db, span, COMPLAINT_SUBJECTS),
  complaints_closed: countClosedComplaints,
  notices: countNotices,
  notices_decided: countDecidedNotices,
  notice_times: countNoticeTimes,
  cases: countCases,
  decisions: countDecisions,
  decisions_automated: countAutomatedDecisions,
  decision_times: countDecisionTimes,
  appeals: countAppeals,
  appeals_decided: countDecidedAppeals,
  appeal_times: countAppealTimes,
  photos_held: countHeldPhotos,
  orders: countPaidOrders,
  revenue: sumPaidOrders,
} as const;

/** How many days up to the end of a day a member counts as active. */
const ACTIVE_DAYS = { active_day: 1, active_week: 7, active_month: 30 } as const;

/** What happens and leaves no row: it is counted when it happens. */
export const EVENT_FIGURES = ['bans', 'mails_failed', 'mails_given_up', 'pushes_failed', 'photos_blurred', 'photos_refused'] as const;
export type EventFigure = (typeof EVENT_FIGURES)[number];
export type ActiveFigure = keyof typeof ACTIVE_DAYS;
export type FigureName = ActiveFigure | keyof typeof COUNTED | EventFigure;

/** The names of all figures. */
export const FIGURES = [...Object.keys(ACTIVE_DAYS), ...Object.keys(COUNTED), ...EVENT_FIGURES] as readonly FigureName[];
export const isActiveFigure = (figure: string): figure is ActiveFigure => figure in ACTIVE_DAYS;
export const isEventFigure = (figure: string): figure is EventFigure => EVENT_FIGURES.some((name) => name === figure);

/** Marks the days that have been added up, and those of them whose active members are known. */
export const ADDED_UP = 'added_up';
export const ACTIVITY_COUNTED = 'activity_counted';
/** Days before that are not added up any more, such as those before an upgrade that brought the figures. */
const MOST_DAYS_BACK = 31;
/** Members have one time of their latest activity. Long after the end of a day it no longer tells who was active on it. */
const ACTIVE_COUNTED_WITHIN_MS = HOUR;

/** The day of a time (ms) in UTC, `YYYY-MM-DD`. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const spanOf = (day: string): Span => {
  const from = Date.parse(`${day}T00:00Z`);
  return { from, to: from + DAY };
};

/** The first day that has ended and is not added up; null if there is none. */
async function nextDay(db: Database, now: number): Promise<string | null> {
  const yesterday = dayOf(now - DAY);
  const daysBack = Array.from({ length: MOST_DAYS_BACK }, (_, i) => dayOf(now - (i + 1) * DAY));
  // Asked for by days, as the newest day may have hundreds of rows of other figures.
  const [recent] = await firstDayWith(db, ADDED_UP, daysBack);
  const [newest] = recent ? [recent] : await newestDayOf(db, ADDED_UP);
  const day = newest?.day ? dayOf(spanOf(newest.day).to) : yesterday;
  const earliest = dayOf(now - MOST_DAYS_BACK * DAY);
  const next = day < earliest ? earliest : day;
  return next <= yesterday ? next : null;
}

/** The rows of a day, with its marks. */
async function rowsOf(db: Database, day: string, now: number): Promise<FigureRow[]> {
  const span = spanOf(day);
  const isActivityKnown = now <= span.to + ACTIVE_COUNTED_WITHIN_MS;
  const counted = Object.entries(COUNTED).map(([figure, count]) => [figure, count(db, span)] as const);
  const active = Object.entries(ACTIVE_DAYS).map(([figure, days]) => [figure, countActive(db, span.to - days * DAY)] as const);
  const found = await batch(db, Object.fromEntries([...counted, ...(isActivityKnown ? active : [])]));
  const rows = Object.entries(found).flatMap(([figure, slices]) =>
    slices.flatMap(({ slice, count }) => (count > 0 ? [{ figure, day, slice, count }] : [])),
  );
  const mark = (figure: string): FigureRow => ({ figure, day, slice: '', count: 1 });
  return [...rows, mark(ADDED_UP), ...(isActivityKnown ? [mark(ACTIVITY_COUNTED)] : [])];
}

/**
 * Adds up one day that has ended, if one is missing. Two runs at once write the same. Reads in one transaction, which takes no lock, and writes in
 * another. Days without a run within an hour after their end have no figures of activity.
 */
export async function addUpFigures(db: Database, now: number): Promise<void> {
  const day = await nextDay(db, now);
  if (day === null) return;
  await saveFigures(db, await rowsOf(db, day, now));
}

/** The statement that adds to a figure of the present day; `counts` by slice, at least one. */
export const countEvents = (db: Database, figure: EventFigure, counts: ReadonlyMap<string, number>, now: number) =>
  addToFigures(
    db,
    [...counts].map(([slice, count]) => ({ figure, day: dayOf(now), slice, count })),
  );

/** The statement that adds one to a figure of the present day if a condition holds inside the batch. */
export const countEventWhen = (
  db: Database,
  figure: EventFigure,
  slice: string,
  now: number,
  when: Parameters<typeof addToFigureWhen>[2],
) => addToFigureWhen(db, { day: dayOf(now), figure, slice }, when);
