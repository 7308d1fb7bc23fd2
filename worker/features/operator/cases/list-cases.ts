import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { CASES_PAGE, type listCases as endpoint } from '#contract/operator/operated-cases';
import type { Context } from '../../../domain/context.ts';
import { refuseFields } from '../../../domain/errors.ts';
import { listClosed, listQueue } from '../../../domain/moderation/list-cases.ts';
import { requireOperator } from '../../../domain/require-operator.ts';
import { caseLineOf } from './case-answers.ts';

/** The numbers of a cursor and the case behind which the page begins; null for the first page. Refuses with 422 for another form. */
function cursorOf(typed: string | undefined, numbers: number): { readonly places: readonly number[]; readonly number: string } | null {
  if (typed === undefined) return null;
  const parts = typed.split('.');
  const places = parts.slice(0, -1).map(Number);
  if (places.length !== numbers || parts.includes('')) return refuseFields({ after: 'unknown' });
  return { places, number: parts.at(-1) ?? '' };
}

/** A page of cases. */
export async function listCases(ctx: Context, { list, after }: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { operator } = await requireOperator(ctx, {}, () => ({}));
  const { db } = ctx;
  if (list === 'closed') {
    const cursor = cursorOf(after, 1);
    const page = { after: cursor && { closedAt: cursor.places[0] ?? 0, number: cursor.number }, limit: CASES_PAGE };
    const { cases, next } = await listClosed(db, operator.actor, page);
    return { cases: cases.map(caseLineOf), next: next && `${next.closedAt}.${next.number}` };
  }
  const cursor = cursorOf(after, 2);
  const { cases, next } = await listQueue(db, operator.actor, {
    after: cursor && { priority: cursor.places[0] ?? 0, createdAt: cursor.places[1] ?? 0, number: cursor.number },
    limit: CASES_PAGE,
    ...(list === 'mine' && { assigneeId: operator.memberId }),
  });
  return { cases: cases.map(caseLineOf), next: next && `${next.priority}.${next.createdAt}.${next.number}` };
}
