import * as v from 'valibot';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { COUNT_CAP, type searchMembers as endpoint, FIRST_SEARCH, type FilterOptions, SearchQuery } from '#contract/members';
import type { ProfileCard } from '#contract/profile';
import { mayVisitorsSearch } from '#contract/settings';
import { together } from '#db/client';
import { saveSearch, similarityOf } from '#db/queries/members/match-count';
import { type Part, type SearchRow, searchCount, searchPage } from '#db/queries/members/search';
import type { SearchFilters, SearchOrder } from '#db/queries/members/search-plan';
import { regionById } from '#db/queries/profile/profile';
import type { Context } from '../../domain/context.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import type { Asked } from '../../domain/page-request.ts';
import { cardOf, withoutFiles } from '../../domain/profile-card.ts';
import { asMember } from '../../domain/require-session.ts';
import { keepCount, keptCount } from './count-cache.ts';
import { loosening } from './relaxed-filters.ts';
import { readWalk, signWalk, startOf, type Walk } from './search-cursor.ts';
import {
  filterOptionsOf,
  foundBy,
  isExplicit,
  isSaving,
  orderOf,
  searchFiltersOf,
  similarOptions,
  type Viewer,
  visitorOptions,
  visitorQuery,
} from './search-filters.ts';

type Query = ParsedInputOf<typeof endpoint>;
type Answer = OutputOf<typeof endpoint>;

/**
 * One page of members in the published order (docs/product.md, "Order of results"). It takes one round trip if the query names every
 * filter, else two.
 */
export async function searchMembers(ctx: Context, q: Query): Promise<Answer> {
  if (!ctx.session.claim) return searchAsVisitor(ctx, q);
  if (isExplicit(q) && !isSaving(q)) {
    const { memberId } = ctx.session.claim;
    return answerOf(ctx, q, filterOptionsOf(ctx, q, null), { id: memberId, hidesFictional: false, member: null });
  }
  const [member, likes] = await asMember(ctx, (me, db) => [similarityOf(db, me, q.similar_to ?? '')], 'readDb');
  const options = filterOptionsOf(ctx, q, member);
  const viewer = { id: member.id, hidesFictional: member.hideFictional, member };
  if (q.source !== 'similar') return answerOf(ctx, q, options, viewer);
  const like = likes[0] ?? null;
  return answerOf(ctx, q, similarOptions(ctx, like, options, true), viewer, like ? null : foundBy(ctx, options));
}

/** What the search screen asks first where its address says no more, for a member whom the same request has proven already: one trip more. */
export async function firstSearch(ctx: Context, { member, url }: Asked): Promise<Answer | null> {
  if (!member || url.search !== '') return null;
  const q = v.parse(SearchQuery, FIRST_SEARCH);
  return answerOf(ctx, q, filterOptionsOf(ctx, q, member), { id: member.id, hidesFictional: member.hideFictional, member });
}

/** Visitors see no presence and of an age its band, so they cannot ask for more either; what is behind the first page is for members. */
async function searchAsVisitor(ctx: Context, asked: Query): Promise<Answer> {
  if (!mayVisitorsSearch(ctx.settings, asked.trafficsource)) refuse('signed_out');
  if (asked.page > 1) refuse('members_only');
  const q = visitorQuery(asked);
  const options = filterOptionsOf(ctx, q, null);
  const visitor = { id: '', hidesFictional: false, member: null };
  if (q.source !== 'similar') return answerOf(ctx, q, visitorOptions(ctx, options), visitor);
  const [like = null] = await similarityOf(ctx.readDb, '', q.similar_to ?? '');
  return answerOf(ctx, q, visitorOptions(ctx, similarOptions(ctx, like, options, false)), visitor);
}

async function answerOf(
  ctx: Context,
  q: Query,
  options: FilterOptions,
  viewer: Viewer,
  beside: SearchFilters['beside'] = null,
): Promise<Answer> {
  const filters = { ...searchFiltersOf(ctx, q, options, viewer), beside };
  const order = orderOf(options, filters, viewer.member);
  const query = JSON.stringify([viewer.id, viewer.hidesFictional, options, order, q.similar_to, q.pp, beside]);
  const known = await readWalk(ctx, q.walk, query);
  const counted = known?.count ?? keptCount(query, ctx.now);
  const loose = loosening(ctx, q, options, viewer, filters, counted);
  const part = { ...startOf(known, q.page, q.pp), limit: q.pp };
  const [rows, counts, looser, regions, saw] = await runSearch(ctx, { q, options, filters, order, viewer, loose, counted, part });
  if (options.countryregion && regions[0]?.country !== options.country) refuseFields({ countryregion: 'unknown' });
  // Only the session's row tells that this member hides fictional members: what was read without that is read again.
  if (saw.hidesFictional !== viewer.hidesFictional) return answerOf(ctx, q, options, saw, beside);
  const count = counted ?? counts[0]?.count ?? 0;
  if (counted === null) keepCount(query, count, ctx.now);

  const num = Math.min(count, COUNT_CAP);
  const walk: Walk = known ?? { query, count, isCapped: count > COUNT_CAP, firstPage: 1, starts: [] };
  const last = rows[q.pp - 1];
  const nextWalk = viewer.id ? await signWalk(ctx, walk, q.page, last ?? null) : '';
  const loosen = loose.read(looser, num);
  return {
    profiles: rows.map((row) => cardFor(ctx, row, viewer, q)),
    paging: { num_results: num, is_capped: count > COUNT_CAP, page: q.page, num_pages: Math.max(1, Math.ceil(num / q.pp)), walk: nextWalk },
    filter_options: options,
    ...(loosen ? { loosen } : {}),
  };
}

function cardFor(ctx: Context, row: SearchRow, viewer: Viewer, q: Query): ProfileCard {
  const card = cardOf(row, viewer.id ? 'member' : 'visitor', ctx.now);
  return q.hideNudity && card.main_image ? { ...card, main_image: withoutFiles(card.main_image) } : card;
}

interface Run {
  readonly q: Query;
  readonly options: FilterOptions;
  readonly filters: SearchFilters;
  readonly order: SearchOrder;
  readonly viewer: Viewer;
  readonly loose: ReturnType<typeof loosening>;
  readonly counted: number | null;
  readonly part: Part;
}

/** Everything a page is made of in one trip, which also proves the session where none before it has. */
async function runSearch(ctx: Context, { q, options, filters, order, viewer, loose, counted, part }: Run) {
  const { member } = viewer;
  const reads = (db: Context['db']) =>
    [
      searchPage(db, filters, order, part, counted),
      counted === null ? searchCount(db, filters, COUNT_CAP) : null,
      loose.statement(db),
      options.countryregion ? regionById(db, options.countryregion) : null,
    ] as const;
  if (viewer.id && !member) {
    const [proved, ...rows] = await asMember(ctx, (_, db) => reads(db), 'readDb');
    return [...rows, { id: proved.id, hidesFictional: proved.hideFictional, member: proved }] as const;
  }
  if (!member || !isSaving(q)) return [...(await together(ctx.readDb, reads(ctx.readDb))), viewer] as const;
  const [, ...rows] = await together(ctx.db, [saveSearch(ctx.db, member.id, options), ...reads(ctx.db)]);
  return [...rows, viewer] as const;
}
