import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { listLikes as endpoint, LikedCard } from '#contract/likes';
import { type LikesCursor, likesGiven, likesReceived, likeTotals } from '#db/queries/likes/likes';
import type { CardRow } from '#db/queries/profile/profile';
import type { Context } from '../../domain/context.ts';
import { refuseFields } from '../../domain/errors.ts';
import { cardOf } from '../../domain/profile-card.ts';
import { parseQuote } from '../../domain/quote.ts';
import { requireSession } from '../../domain/require-session.ts';
import { isoTime } from '../../lib/iso-time.ts';

const CURSOR = /^([01])\.(\d{1,16})\.([\w-]{22})$/;

/** Reads the cursor of an earlier answer; refuses any other value with 422. */
function cursorOf(before: string | undefined): LikesCursor | null {
  if (before === undefined) return null;
  const [, isNew, createdAt, id] = CURSOR.exec(before) ?? refuseFields({ before: 'unknown' });
  return { isNew: isNew === '1', createdAt: Number(createdAt), id: id ?? '' };
}

function likedCardOf(row: CardRow & { likedAt: number; about: string | null }, now: number): LikedCard {
  const about = parseQuote(row.about);
  return { ...cardOf(row, 'member', now), liked_at: isoTime(row.likedAt), ...(about ? { about } : {}) };
}

/** The cursor behind a row. */
const cursorAt = (row: { isNew: number; likedAt: number; id: string }) => `${row.isNew}.${row.likedAt}.${row.id}`;

/** Whom the caller likes and who likes the caller; with a type, one of the lists, page by page (docs/product.md, "Lists of likes"). */
export async function listLikes(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { type, limit } = input;
  const cursor = cursorOf(type ? input.before : undefined);
  const givenLimit = type === 'liked_by' ? 0 : limit + 1;
  const receivedLimit = type === undefined || type === 'liked_by' ? limit + 1 : 0;
  const {
    totals: [total],
    given,
    received,
  } = await requireSession(
    ctx,
    (id, db) => ({
      totals: likeTotals(db, id),
      given: likesGiven(db, id, type === 'matches', cursor, givenLimit),
      received: likesReceived(db, id, cursor, receivedLimit),
    }),
    'readDb',
  );
  const listed = type === 'liked_by' ? received : given;
  const last = listed[limit - 1];
  const { profiles = 0, likedBy = 0, matches = 0, newLikes = 0 } = total ?? {};
  return {
    profiles: given.slice(0, limit).map((row) => likedCardOf(row, ctx.now)),
    liked_by: received.slice(0, limit).map((row) => ({ ...likedCardOf(row, ctx.now), like_new: row.isNew === 1 })),
    totals: { profiles, liked_by: likedBy, matches, new_likes: newLikes },
    next: type && last && listed.length > limit ? cursorAt(last) : null,
  };
}
