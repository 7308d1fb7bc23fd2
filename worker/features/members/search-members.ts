import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { COUNT_CAP, type FilterOptions, type searchMembers as endpoint } from '#contract/search';
import { together } from '#db/client';
import { changeMember } from '#db/queries/account';
import { searchCount, searchSorted, searchWalk, similarityOf, type SearchFilters } from '#db/queries/search';
import { ageAt } from '../../domain/age.ts';
import { asMember } from '../../domain/as-member.ts';
import { cardOf, isPresent } from '../../domain/card.ts';
import type { Context, Member } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { keepCount, keptCount } from './kept-counts.ts';
import { loosenings } from './loosen.ts';
import { filterOptionsOf, isExplicit, searchFiltersOf, similarOptions } from './search-filters.ts';
import { readWalk, signWalk, startOf, type Walk } from './walk.ts';

type Query = ParsedInputOf<typeof endpoint>;
type Answer = OutputOf<typeof endpoint>;

/** One page of members in the published order; with every filter named it takes one round trip (api.md, search.php). */
export async function searchMembers(ctx: Context, q: Query): Promise<Answer> {
  if (!ctx.session.claim) {
    if (!visitorsMaySearch(ctx, q)) refuse('signed_out');
    return answerOf(ctx, q, await optionsOf(ctx, q, null), null, '');
  }
  if (isExplicit(q) && !q.manual_search) return answerOf(ctx, q, filterOptionsOf(ctx, q, null), null, ctx.session.claim.memberId);

  const [member] = await asMember(ctx, () => [], 'readDb');
  const options = await optionsOf(ctx, q, member);
  if (q.manual_search && !q.do_not_save) await changeMember(ctx.db, member.id, { savedSearch: { ...options } });
  return answerOf(ctx, q, options, member, member.id);
}

function visitorsMaySearch({ settings }: Context, q: Query): boolean {
  return settings.logged_out_search || (settings.logged_out_search_trafficsource && Boolean(q.trafficsource));
}

async function optionsOf(ctx: Context, q: Query, member: Member | null): Promise<FilterOptions> {
  const options = filterOptionsOf(ctx, q, member);
  if (q.source !== 'similar') return options;
  const found = q.similar_to ? (await similarityOf(ctx.readDb, q.similar_to))[0] : undefined;
  const like = found && isPresent(found) ? found : null;
  const age = like?.dateOfBirth ? ageAt(like.dateOfBirth, ctx.now) : null;
  return similarOptions(ctx, { country: like?.country ?? null, gender: like?.gender ?? null, age }, options);
}

async function answerOf(ctx: Context, q: Query, options: FilterOptions, member: Member | null, viewerId: string): Promise<Answer> {
  const filters = searchFiltersOf(ctx, q, options, viewerId);
  const query = JSON.stringify([filters, q.sort, q.pp]);
  const known = await readWalk(ctx, q.walk, query);
  const { from, offset } = startOf(known, q.page, q.pp);
  const counted = known?.count ?? keptCount(query, ctx.now);
  const [rows, counts] = await runSearch(ctx, q, filters, { from, offset, counted, member });
  const count = counts[0]?.count ?? 0;
  if (counted === null) keepCount(query, count, ctx.now);

  const num = Math.min(count, COUNT_CAP);
  const walk: Walk = known ?? { query, count, isCapped: count > COUNT_CAP, firstPage: 1, starts: [] };
  const last = rows[q.pp - 1];
  const nextWalk = await signWalk(ctx, walk, q.page, last ? { rank: last.walkRank, id: last.id } : null);
  const loosen = q.facets || num < 12 ? await loosenings(ctx, q, options, viewerId, num) : undefined;
  return {
    profiles: rows.map((row) => cardOf(row, viewerId ? 'member' : 'visitor', ctx.now)),
    paging: { num_results: num, is_capped: count > COUNT_CAP, page: q.page, num_pages: Math.max(1, Math.ceil(num / q.pp)), walk: nextWalk },
    filter_options: options,
    ...(loosen ? { loosen } : {}),
  };
}

interface Run {
  readonly from: { rank: number; id: string } | null;
  readonly offset: number;
  readonly counted: number | null;
  /** The viewer, when an earlier trip has proved the session; else it is proved in this one. */
  readonly member: Member | null;
}

async function runSearch(ctx: Context, q: Query, filters: SearchFilters, run: Run) {
  const reads = (db: Context['db']) => {
    const region = run.member?.countryregion ?? null;
    const page =
      q.sort === 'active'
        ? searchWalk(db, filters, run.from, run.offset, q.pp)
        : searchSorted(db, filters, q.sort === 'new' ? { by: 'new' } : { by: 'near', region }, (q.page - 1) * q.pp, q.pp);
    return [page, searchCount(db, filters, COUNT_CAP, run.counted)] as const;
  };
  if (run.member || !filters.viewerId) return together(ctx.readDb, reads(ctx.readDb));
  const [, ...rows] = await asMember(ctx, (_, db) => reads(db), 'readDb');
  return rows;
}
