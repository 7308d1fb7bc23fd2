import type { WalkKey } from '#db/queries/members/search-plan';
import type { Context } from '../../domain/context.ts';
import { readToken, signToken } from '../../lib/tokens.ts';

/** A walk carries the start keys of its latest pages; older ones are reached by OFFSET. */
const KEPT_STARTS = 40;

export interface Walk {
  /** What the walk looks for; a walk of another search is not followed. */
  readonly query: string;
  readonly count: number;
  readonly isCapped: boolean;
  /** The page that the first kept start belongs to. */
  readonly firstPage: number;
  /** Page n begins behind this member; page 1 has no start. */
  readonly starts: readonly WalkKey[];
}

const START = /^([0-9a-z]{1,12})\.([\w-]{22})$/;

function keyOf(packed: string): WalkKey[] {
  const [, rank, id] = START.exec(packed) ?? [];
  return rank && id ? [{ rank: Number.parseInt(rank, 36), id }] : [];
}

/** Reads a walk that the client hands back; forged, old or another search's: none. */
export async function readWalk(ctx: Context, token: string | undefined, query: string): Promise<Walk | null> {
  const claims = token ? await readToken(ctx.env.SIGNING_KEY, 'walk', token, ctx.now) : null;
  if (!claims || claims.query !== query) return null;
  return { query, count: claims.count, isCapped: claims.is_capped, firstPage: claims.first_page, starts: claims.starts.flatMap(keyOf) };
}

/** Where a page begins: a key and how many rows to skip behind it. */
export function startOf(walk: Walk | null, page: number, pageSize: number): { from: WalkKey | null; offset: number } {
  if (walk && page >= walk.firstPage && walk.starts.length > 0) {
    const index = Math.min(page - walk.firstPage, walk.starts.length - 1);
    const from = walk.starts[index];
    if (from) return { from, offset: (page - walk.firstPage - index) * pageSize };
  }
  return { from: null, offset: (page - 1) * pageSize };
}

/** The walk with the start of the page after this one. */
export async function signWalk(ctx: Context, walk: Walk, page: number, last: WalkKey | null): Promise<string> {
  const followsOn = walk.starts.length > 0 && page + 1 === walk.firstPage + walk.starts.length;
  const isKnown = walk.starts.length > 0 && page + 1 >= walk.firstPage && page + 1 < walk.firstPage + walk.starts.length;
  const starts = isKnown || !last ? walk.starts : followsOn ? [...walk.starts, last] : [last];
  const firstPage = isKnown || followsOn || !last ? walk.firstPage : page + 1;
  const dropped = Math.max(0, starts.length - KEPT_STARTS);
  return signToken(
    ctx.env.SIGNING_KEY,
    'walk',
    {
      query: walk.query,
      count: walk.count,
      is_capped: walk.isCapped,
      first_page: firstPage + dropped,
      starts: starts.slice(dropped).map(({ rank, id }) => `${rank.toString(36)}.${id}`),
    },
    ctx.now,
  );
}
