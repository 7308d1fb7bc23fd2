import { COMPLAINT_SUBJECTS } from '#contract/complaints';
import { DAY } from '#contract/durations';
import type { CountryCode } from '#contract/primitives';
import { REPORT_REASONS } from '#contract/safety';
import type { Transparency } from '#contract/transparency';
import { figureSums } from '#db/queries/operator/figures';
import { cachedByName } from '../../domain/catalogue.ts';
import type { Context } from '../../domain/context.ts';
import { ACTIVITY_COUNTED, ADDED_UP, dayOf } from '../../domain/operating/daily-figures.ts';
import { publishedCases, publishedCount, publishedMembers } from './published-counts.ts';

/** The countries of the site that belong to the European Union. */
const EU_COUNTRIES: readonly CountryCode[] = ['NL', 'BE', 'IE', 'DE', 'AT', 'IT', 'FR', 'ES', 'PL'];
/** A complaint of this subject is a notice of illegal content (Article 16 of the DSA). */
const NOTICE = 'illegal';
const SUBJECTS = COMPLAINT_SUBJECTS.filter((subject) => subject !== NOTICE);

const READ_FIGURES = [ADDED_UP, ACTIVITY_COUNTED, 'active_month', 'reports', 'reports_closed', 'complaints', 'complaints_closed', 'bans'];

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

/** The report of a period. It is cached, because it changes twice a year. */
const reportOf = cachedByName(async ({ db, now }, _from: string): Promise<Transparency> => {
  const { from, to, nextAt } = lastHalfYear(now);
  const rows = await figureSums(db, READ_FIGURES, from, to);
  const slicesOf = (figure: string) => rows.filter((row) => row.figure === figure).map(({ slice, sum }) => ({ slice, count: sum }));
  const sumOf = (figure: string) => slicesOf(figure).reduce((sum, { count }) => sum + count, 0);
  const countedDays = sumOf(ADDED_UP);
  const period = { from, to, counted_days: countedDays, next_at: nextAt };
  if (countedDays === 0) return { ...period, report: null };
  const activityDays = sumOf(ACTIVITY_COUNTED);
  const active = slicesOf('active_month');
  const isInEu = (country: string) => EU_COUNTRIES.some((code) => code === country);
  const average = (isCounted: (country: string) => boolean) =>
    publishedMembers(active.reduce((sum, { slice, count }) => (isCounted(slice) ? sum + count : sum), 0) / activityDays);
  const complaints = slicesOf('complaints');
  return {
    ...period,
    report: {
      active: activityDays === 0 ? null : { eu: average(isInEu), elsewhere: average((country) => !isInEu(country)) },
      notices: publishedCount(complaints.find(({ slice }) => slice === NOTICE)?.count ?? 0),
      reports: publishedCases(REPORT_REASONS, slicesOf('reports'), slicesOf('reports_closed')),
      complaints: publishedCases(
        SUBJECTS,
        complaints.filter(({ slice }) => slice !== NOTICE),
        slicesOf('complaints_closed'),
      ),
      bans: publishedCount(sumOf('bans')),
    },
  };
});

/** Numbers of the last half of a year that has ended, small ones hidden (docs/product.md, "Transparency report"). */
export const getTransparency = (ctx: Context): Promise<Transparency> => reportOf(ctx, lastHalfYear(ctx.now).from);
