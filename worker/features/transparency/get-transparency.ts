import { LAW_CODES } from '#contract/cases';
import { COMPLAINT_SUBJECTS } from '#contract/complaints';
import { DAY } from '#contract/durations';
import type { CountryCode } from '#contract/primitives';
import { REPORT_REASONS } from '#contract/safety';
import { APPEAL_OUTCOMES, NOTICE_BY_COMPLAINT, NOTICE_OUTCOMES, type Transparency } from '#contract/transparency';
import { figureSums, type SliceCount } from '#db/queries/operator/figures';
import { cachedByName } from '../../domain/catalogue.ts';
import type { Context } from '../../domain/context.ts';
import { ACTIVITY_COUNTED, ADDED_UP, dayOf, type FigureName } from '../../domain/operating/daily-figures.ts';
import { publishedCases, publishedCount, publishedDecisions, publishedMedian, publishedMembers, publishedSum } from './published-counts.ts';

/** The countries of the site that belong to the European Union. */
const EU_COUNTRIES: readonly CountryCode[] = ['NL', 'BE', 'IE', 'DE', 'AT', 'IT', 'FR', 'ES', 'PL'];
/** A complaint of this subject is a notice of illegal content (Article 16 of the DSA). */
const NOTICE = 'illegal';
const SUBJECTS = COMPLAINT_SUBJECTS.filter((subject) => subject !== NOTICE);

const READ_FIGURES = [
  'active_month',
  'reports',
  'reports_closed',
  'complaints',
  'complaints_closed',
  'bans',
  'notices',
  'notices_decided',
  'notice_times',
  'decisions',
  'decisions_automated',
  'decision_times',
  'appeals_decided',
  'appeal_times',
  'photos_held',
  'photos_blurred',
  'photos_refused',
] as const satisfies readonly FigureName[];
type ReadFigure = (typeof READ_FIGURES)[number];

/** The rule that has held a photo because a classifier said so; others are held because an operator looks at all, or because no check was made. */
const HELD_BY_CLASSIFIER = 'photo_check';

interface Period {
  readonly from: string;
  readonly to: string;
  readonly nextAt: string;
}

/** The half of a year before the one that `now` (ms) is in, and the first day after the present one. */
export function lastHalfYear(now: number): Period {
  const year = new Date(now).getUTCFullYear();
  const isSecond = new Date(now).getUTCMonth() >= 6;
  const startOfPresent = isSecond ? Date.UTC(year, 6) : Date.UTC(year, 0);
  return {
    from: isSecond ? `${year}-01-01` : `${year - 1}-07-01`,
    to: dayOf(startOfPresent - DAY),
    nextAt: isSecond ? `${year + 1}-01-01` : `${year}-07-01`,
  };
}

/** The sums of a period by figure and slice. */
interface Sums {
  readonly slices: (figure: ReadFigure) => readonly SliceCount[];
  /** Of one slice, or of all. */
  readonly of: (figure: ReadFigure, slice?: string) => number;
}

function sumsOf(rows: Awaited<ReturnType<typeof figureSums>>): Sums {
  const slices = (figure: ReadFigure) => rows.filter((row) => row.figure === figure).map(({ slice, sum }) => ({ slice, count: sum }));
  return {
    slices,
    of: (figure, wanted) =>
      slices(figure).reduce((sum, { slice, count }) => (wanted === undefined || slice === wanted ? sum + count : sum), 0),
  };
}

type Report = NonNullable<Transparency['report']>;

/** Average numbers of active members over the days on which they were counted; null without any. */
function activeMembers(sums: Sums, days: number): Report['active'] {
  if (days === 0) return null;
  const isInEu = (country: string) => EU_COUNTRIES.some((code) => code === country);
  const average = (isCounted: (country: string) => boolean) =>
    publishedMembers(sums.slices('active_month').reduce((sum, { slice, count }) => (isCounted(slice) ? sum + count : sum), 0) / days);
  return { eu: average(isInEu), elsewhere: average((country) => !isInEu(country)) };
}

/** Notices by law, and those by a complaint. */
function noticesByKind(sums: Sums): Report['notices_by_kind'] {
  const byComplaint = { slice: NOTICE_BY_COMPLAINT, count: sums.of('complaints', NOTICE) };
  // A slice of another name counts as the last kind, which has to be a law.
  const kinds = [NOTICE_BY_COMPLAINT, ...LAW_CODES];
  return publishedCases(kinds, [byComplaint, ...sums.slices('notices')], sums.slices('notice_times'));
}

/** Closed accounts, those by a decision told as the table of decisions does, so that those without a case do not follow from both. */
function closedAccounts(sums: Sums): Report['bans'] {
  const byDecision = sums.slices('decisions').filter(({ slice }) => slice.startsWith('ban:'));
  const counts = byDecision.map(({ count }) => count);
  const others = sums.of('bans') - counts.reduce((sum, count) => sum + count, 0);
  return publishedSum([...counts, Math.max(0, others)]);
}

const automatedMeasures = (sums: Sums): Report['automated'] => ({
  decisions: publishedDecisions(sums.slices('decisions_automated')),
  photos: [
    { kind: 'held', count: publishedCount(sums.of('photos_held', HELD_BY_CLASSIFIER)) },
    { kind: 'blurred', count: publishedCount(sums.of('photos_blurred')) },
    { kind: 'refused', count: publishedCount(sums.of('photos_refused')) },
  ],
});

function reportFrom(sums: Sums, activityDays: number): Report {
  const notices = noticesByKind(sums);
  return {
    active: activeMembers(sums, activityDays),
    notices: notices.total,
    notices_by_kind: notices,
    notices_decided: publishedCases(NOTICE_OUTCOMES, sums.slices('notices_decided'), []),
    reports: publishedCases(REPORT_REASONS, sums.slices('reports'), sums.slices('reports_closed')),
    complaints: publishedCases(
      SUBJECTS,
      sums.slices('complaints').filter(({ slice }) => slice !== NOTICE),
      sums.slices('complaints_closed'),
    ),
    bans: closedAccounts(sums),
    decisions: { ...publishedDecisions(sums.slices('decisions')), median: publishedMedian(sums.slices('decision_times')) },
    appeals: publishedCases(APPEAL_OUTCOMES, sums.slices('appeals_decided'), sums.slices('appeal_times')),
    automated: automatedMeasures(sums),
  };
}

/** The report of a period. It is cached, because it changes twice a year. */
const reportOf = cachedByName(async ({ db, now }, _from: string): Promise<Transparency> => {
  const { from, to, nextAt } = lastHalfYear(now);
  const rows = await figureSums(db, [...READ_FIGURES, ADDED_UP, ACTIVITY_COUNTED], from, to);
  const daysOf = (mark: string) => rows.find(({ figure }) => figure === mark)?.sum ?? 0;
  const countedDays = daysOf(ADDED_UP);
  const period = { from, to, counted_days: countedDays, next_at: nextAt };
  return { ...period, report: countedDays === 0 ? null : reportFrom(sumsOf(rows), daysOf(ACTIVITY_COUNTED)) };
});

/** Numbers of the last half of a year that has ended, small ones hidden (docs/product.md, "Transparency report"). */
export const getTransparency = (ctx: Context): Promise<Transparency> => reportOf(ctx, lastHalfYear(ctx.now).from);
