import * as v from 'valibot';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { listLikes as endpoint, type LikedCard } from '#contract/likes';
import { batch } from '#db/client';
import { type LikesCursor, likesGiven, likesReceived, likeTotals } from '#db/queries/likes/likes';
import type { CardRow } from '#db/queries/profile/profile';
import type { Context, Member } from '../../domain/context.ts';
import { refuseFields } from '../../domain/errors.ts';
import { cardOf } from '../../domain/profile-card.ts';
import { parseQuote } from '../../domain/quote.ts';
import { requireSession } from '../../domain/require-session.ts';
import { isoTime } from '../../lib/iso-time.ts';

type Input = ParsedInputOf<typeof endpoint>;
type Output = OutputOf<typeof endpoint>;

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

/** The statements that read the lists of a member's likes: one row more of each than is shown, and none of those that are not asked for. */
function listStatements(db: Context['db'], me: Parameters<typeof likeTotals>[1], { type, before, limit }: Input) {
  const cursor = cursorOf(type ? before : undefined);
  const givenLimit = type === 'liked_by' ? 0 : limit + 1;
  const receivedLimit = type === undefined || type === 'liked_by' ? limit + 1 : 0;
  return {
    totals: likeTotals(db, me),
    given: likesGiven(db, me, type === 'matches', cursor, givenLimit),
    received: likesReceived(db, me, cursor, receivedLimit),
  };
}

/** Whom the caller likes and who likes the caller; with a type, one of the lists, page by page (docs/product.md, "Lists of likes"). */
export async function listLikes(ctx: Context, input: Input): Promise<Output> {
  return answerOf(ctx, input, await requireSession(ctx, (me, db) => listStatements(db, me, input), 'readDb'));
}

/** The initial answer of pages that begin with the likes of a member, whose session this request has proven already. */
export async function readInitialLikes(ctx: Context, member: Member): Promise<Output> {
  const input = v.parse(endpoint.input, {});
  return answerOf(ctx, input, await batch(ctx.readDb, listStatements(ctx.readDb, member.id, input)));
}

interface ListRows {
  readonly totals: Awaited<ReturnType<typeof likeTotals>>;
  readonly given: Awaited<ReturnType<typeof likesGiven>>;
  readonly received: Awaited<ReturnType<typeof likesReceived>>;
}

function answerOf({ now }: Context, { type, limit }: Input, { totals: [total], given, received }: ListRows): Output {
  const listed = type === 'liked_by' ? received : given;
  const last = listed[limit - 1];
  const { profiles = 0, likedBy = 0, matches = 0, newLikes = 0 } = total ?? {};
  return {
    profiles: given.slice(0, limit).map((row) => likedCardOf(row, now)),
    liked_by: received.slice(0, limit).map((row) => ({ ...likedCardOf(row, now), like_new: row.isNew === 1 })),
    totals: { profiles, liked_by: likedBy, matches, new_likes: newLikes },
    next: type && last && listed.length > limit ? cursorAt(last) : null,
  };
}
