import * as v from 'valibot';
import { SENSITIVE_CONSENT_VERSION } from '#contract/consent';
import type { OutputOf } from '#contract/endpoint';
import { COUNT_CAP, type searchMembers as endpoint, type FilterOptions, INITIAL_SEARCH, SearchQuery } from '#contract/members';
import type { ProfileCard } from '#contract/profile';
import { mayVisitorsSearch } from '#contract/settings';
import { batch } from '#db/client';
import { saveSearch, similaritySourceOf, unknownEntries } from '#db/queries/members/match-count';
import { type PageRange, type SearchRow, searchCount, searchPage } from '#db/queries/members/search';
import type { SearchConditions, SearchOrder } from '#db/queries/members/search-plan';
import { regionById } from '#db/queries/profile/profile';
import type { Context, PageRequest } from '../../domain/context.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import { cardOf, hideNudeFiles } from '../../domain/profile-card.ts';
import { requireSession } from '../../domain/require-session.ts';
import { cacheCount, cachedCount } from './count-cache.ts';
import { relaxedFilters } from './relaxed-filters.ts';
import { pageStartOf, readSearchCursor, type SearchCursor, signSearchCursor } from './search-cursor.ts';
import {
  filterOfEntry,
  filtersInForce,
  isExplicit,
  isSaving,
  namedEntries,
  orderOf,
  originalSearchOf,
  searchConditions,
  similarFilters,
  type Viewer,
  visitorFilters,
  visitorQuery,
} from './search-filters.ts';

type Output = OutputOf<typeof endpoint>;

/**
 * One page of members in the published order (docs/product.md, "Order of results"). It takes one round trip if the query names every
 * filter, otherwise two.
 */
export async function searchMembers(ctx: Context, q: SearchQuery): Promise<Output> {
  if (!ctx.session.credential) return searchAsVisitor(ctx, q);
  if (isExplicit(q) && !isSaving(q)) {
    const { memberId } = ctx.session.credential;
    return answerOf(ctx, q, filtersInForce(ctx, q, null), { id: memberId, hidesFictional: false, member: null });
  }
  const { member, similarTo } = await requireSession(
    ctx,
    (me, db) => ({ similarTo: similaritySourceOf(db, me, q.similar_to ?? '') }),
    'readDb',
  );
  const filters = filtersInForce(ctx, q, member);
  const viewer = { id: member.id, hidesFictional: member.hideFictional, member };
  if (q.source !== 'similar') return answerOf(ctx, q, filters, viewer);
  const similarity = similarTo[0] ?? null;
  return answerOf(ctx, q, similarFilters(ctx, similarity, filters, true), viewer, similarity ? null : originalSearchOf(ctx, filters));
}

/**
 * The initial answer of the search screen for a member, whose session this request has proven already; it takes one more round trip.
 * Returns null for visitors and if the address names filters.
 */
export async function readInitialSearch(ctx: Context, { member, url }: PageRequest): Promise<Output | null> {
  if (!member || url.search !== '') return null;
  const q = v.parse(SearchQuery, INITIAL_SEARCH);
  return answerOf(ctx, q, filtersInForce(ctx, q, member), { id: member.id, hidesFictional: member.hideFictional, member });
}

/**
 * A search without a session: the first page only, without presence and with ages in whole bands, because visitors see no more of a member
 * (docs/product.md, "Visitors' search").
 */
async function searchAsVisitor(ctx: Context, asked: SearchQuery): Promise<Output> {
  if (!mayVisitorsSearch(ctx.settings, asked.trafficsource)) refuse('signed_out');
  if (asked.page > 1) refuse('members_only');
  const q = visitorQuery(asked);
  const filters = filtersInForce(ctx, q, null);
  const visitor = { id: '', hidesFictional: false, member: null };
  if (q.source !== 'similar') return answerOf(ctx, q, visitorFilters(ctx, filters), visitor);
  const [similarity = null] = await similaritySourceOf(ctx.readDb, '', q.similar_to ?? '');
  return answerOf(ctx, q, visitorFilters(ctx, similarFilters(ctx, similarity, filters, false)), visitor);
}

/** Runs a search and answers it. `excluding` names the ages and region to leave out, those of the search that similar members follow. */
async function answerOf(
  ctx: Context,
  q: SearchQuery,
  filters: FilterOptions,
  viewer: Viewer,
  excluding: SearchConditions['excluding'] = null,
): Promise<Output> {
  const conditions = { ...searchConditions(ctx, q, filters, viewer), excluding };
  const order = orderOf(filters, conditions, viewer.member);
  const searchKey = JSON.stringify([viewer.id, viewer.hidesFictional, filters, order, q.similar_to, q.pp, excluding]);
  const sentCursor = await readSearchCursor(ctx, q.walk, searchKey);
  const known = sentCursor ?? cachedCount(searchKey, ctx.now);
  const knownCount = known?.count ?? null;
  const relaxed = relaxedFilters(ctx, q, filters, viewer, conditions, knownCount);
  const part = { ...pageStartOf(sentCursor, q.page, q.pp), limit: q.pp };
  const run = { q, filters, conditions, order, viewer, relaxed, knownCount, part };
  const { rows, counts, relaxedCounts, regions, unknown, actualViewer } = await runSearch(ctx, run);
  if (filters.countryregion && regions[0]?.country !== filters.country) refuseFields({ countryregion: 'unknown' });
  if (unknown.length > 0) refuseFields(Object.fromEntries(unknown.map(({ entry }) => [filterOfEntry(JSON.parse(entry)), 'unknown'])));
  // Only the session's row says whether the member hides fictional profiles. If that was assumed wrongly, the search is repeated.
  if (actualViewer.hidesFictional !== viewer.hidesFictional) return answerOf(ctx, q, filters, actualViewer, excluding);
  const { count, fictional } = known ?? counts[0] ?? { count: 0, fictional: 0 };
  if (!known) cacheCount(searchKey, { count, fictional }, ctx.now);

  const cappedCount = Math.min(count, COUNT_CAP);
  const cursor: SearchCursor = sentCursor ?? { query: searchKey, count, fictional, isCapped: count > COUNT_CAP, firstPage: 1, starts: [] };
  const last = rows[q.pp - 1];
  const nextCursor = viewer.id ? await signSearchCursor(ctx, cursor, q.page, last ?? null) : '';
  const loosen = relaxed.read(relaxedCounts, cappedCount);
  return {
    profiles: rows.map((row) => cardFor(ctx, row, viewer, q)),
    paging: {
      num_results: cappedCount,
      num_fictional: Math.min(fictional, cappedCount),
      is_capped: count > COUNT_CAP,
      page: q.page,
      num_pages: Math.max(1, Math.ceil(cappedCount / q.pp)),
      walk: nextCursor,
    },
    filter_options: filters,
    ...(loosen ? { loosen } : {}),
  };
}

/** The card of a result; of a nude photo it has no file names if the query hides nudity. */
function cardFor(ctx: Context, row: SearchRow, viewer: Viewer, q: SearchQuery): ProfileCard {
  const card = cardOf(row, viewer.id ? 'member' : 'visitor', ctx.now);
  return q.hideNudity && card.main_image ? { ...card, main_image: hideNudeFiles(card.main_image) } : card;
}

/** What one search needs; `knownCount` is the number of results if it is known, `part` the rows of the page. */
interface SearchRun {
  readonly q: SearchQuery;
  readonly filters: FilterOptions;
  readonly conditions: SearchConditions;
  readonly order: SearchOrder;
  readonly viewer: Viewer;
  readonly relaxed: ReturnType<typeof relaxedFilters>;
  readonly knownCount: number | null;
  readonly part: PageRange;
}

/**
 * Reads page, count, relaxed counts and region in one round trip, which also proves the session if no earlier one has. `actualViewer`
 * is the viewer as the session's row has it.
 */
async function runSearch(ctx: Context, { q, filters, conditions, order, viewer, relaxed, knownCount, part }: SearchRun) {
  const { member } = viewer;
  const entries = namedEntries(q);
  const reads = (db: Context['db']) => ({
    rows: searchPage(db, conditions, order, part, knownCount),
    counts: knownCount === null ? searchCount(db, conditions, COUNT_CAP) : null,
    relaxedCounts: relaxed.statement(db),
    regions: filters.countryregion ? regionById(db, filters.countryregion) : null,
    unknown: entries.length > 0 ? unknownEntries(db, entries) : null,
  });
  if (viewer.id && !member) {
    const { member: provenMember, ...found } = await requireSession(ctx, (_, db) => reads(db), 'readDb');
    return { ...found, actualViewer: { id: provenMember.id, hidesFictional: provenMember.hideFictional, member: provenMember } };
  }
  if (!member || !isSaving(q)) return { ...(await batch(ctx.readDb, reads(ctx.readDb))), actualViewer: viewer };
  const found = await batch(ctx.db, {
    savedSearch: saveSearch(ctx.db, member.id, filters, entries, SENSITIVE_CONSENT_VERSION),
    ...reads(ctx.db),
  });
  return { ...found, actualViewer: viewer };
}
