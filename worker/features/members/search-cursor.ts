import type { SearchCursorKey } from '#db/queries/members/search-plan';
import type { Context } from '../../domain/context.ts';
import { createToken, readToken } from '../../lib/tokens.ts';

/** A cursor holds the start keys of its latest 40 pages; other pages are reached by OFFSET. */
const MAX_STORED_STARTS = 40;

/** The start keys and the count of a search, by which further pages are read without a gap or a repetition. */
export interface SearchCursor {
  /** The search that the cursor belongs to; for another search it is ignored. */
  readonly query: string;
  readonly count: number;
  /** How many of those counted are fictional. */
  readonly fictional: number;
  readonly isCapped: boolean;
  /** The number of the page that begins at `starts[0]`. */
  readonly firstPage: number;
  /** The keys behind which consecutive pages begin; page 1 has no key. */
  readonly starts: readonly SearchCursorKey[];
}

const START = /^([0-9a-z]{1,12})\.([\w-]{22})$/;

function decodeKey(encoded: string): SearchCursorKey[] {
  const [, rank, id] = START.exec(encoded) ?? [];
  return rank && id ? [{ rank: Number.parseInt(rank, 36), id }] : [];
}

/** Reads the cursor that a client sends back. Returns null if it is forged, expired or made for another search. */
export async function readSearchCursor(ctx: Context, token: string | undefined, query: string): Promise<SearchCursor | null> {
  const claims = token ? await readToken(ctx.env.SIGNING_KEY, 'walk', token, ctx.now) : null;
  if (!claims || claims.query !== query) return null;
  return {
    query,
    count: claims.count,
    fictional: claims.fictional,
    isCapped: claims.is_capped,
    firstPage: claims.first_page,
    starts: claims.starts.flatMap(decodeKey),
  };
}

/** Where a page begins: the key behind which to read, null for the first result, and how many rows to skip from there. */
export function pageStartOf(cursor: SearchCursor | null, page: number, pageSize: number): { from: SearchCursorKey | null; offset: number } {
  if (cursor && page >= cursor.firstPage && cursor.starts.length > 0) {
    const index = Math.min(page - cursor.firstPage, cursor.starts.length - 1);
    const from = cursor.starts[index];
    if (from) return { from, offset: (page - cursor.firstPage - index) * pageSize };
  }
  return { from: null, offset: (page - 1) * pageSize };
}

/** The cursor as a token, extended by the start of the page after `page`, whose last row is `last` (null if the page is not full). */
export async function signSearchCursor(ctx: Context, cursor: SearchCursor, page: number, last: SearchCursorKey | null): Promise<string> {
  const isNextPage = cursor.starts.length > 0 && page + 1 === cursor.firstPage + cursor.starts.length;
  const isStored = cursor.starts.length > 0 && page + 1 >= cursor.firstPage && page + 1 < cursor.firstPage + cursor.starts.length;
  const starts = isStored || !last ? cursor.starts : isNextPage ? [...cursor.starts, last] : [last];
  const firstPage = isStored || isNextPage || !last ? cursor.firstPage : page + 1;
  const dropped = Math.max(0, starts.length - MAX_STORED_STARTS);
  return createToken(
    ctx.env.SIGNING_KEY,
    'walk',
    {
      query: cursor.query,
      count: cursor.count,
      fictional: cursor.fictional,
      is_capped: cursor.isCapped,
      first_page: firstPage + dropped,
      starts: starts.slice(dropped).map(({ rank, id }) => `${rank.toString(36)}.${id}`),
    },
    ctx.now,
  );
}
