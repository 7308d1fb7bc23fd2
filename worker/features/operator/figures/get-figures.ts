import { DAY } from '#contract/durations';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { type getFigures as endpoint, FIGURE_DAYS_MAX } from '#contract/operator/operated-figures';
import type { Context } from '../../../domain/context.ts';
import { refuseFields } from '../../../domain/errors.ts';
import { dayOf } from '../../../domain/operating/daily-figures.ts';
import { type FigureSpan, figureStatements, figuresOf } from '../../../domain/operating/read-figures.ts';
import { requireOperator } from '../../../domain/require-operator.ts';

/** Refuses with 422 a span that ends before it begins, ends after today, or has too many days. */
function enforceSpan({ from, to }: FigureSpan, now: number): void {
  if (to < from || to > dayOf(now)) refuseFields({ to: 'not_allowed' });
  if (Date.parse(to) - Date.parse(from) >= FIGURE_DAYS_MAX * DAY) refuseFields({ from: 'not_allowed' });
}

/** Figures of a span of days (docs/product.md, "Figures at the desk"). Moderators get none of money. */
export async function getFigures(ctx: Context, span: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  enforceSpan(span, ctx.now);
  const { operator, totals, sums, vitals } = await requireOperator(ctx, {}, (_, db) => figureStatements(db, span));
  const figures = figuresOf({ totals, sums, vitals }, span, ctx.now);
  return operator.role === 'admin' ? figures : { ...figures, money: null };
}
