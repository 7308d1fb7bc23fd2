import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { clampedNumber, Empty, Id } from './primitives.ts';
import { ProfileCard } from './profile.ts';
import { Quote, QuotedBlock } from './quotes.ts';

export const LIKE_TYPES = ['profiles', 'liked_by', 'matches'] as const;
export const LikeType = v.picklist(LIKE_TYPES, 'unknown');
export type LikeType = v.InferOutput<typeof LikeType>;
export const LIKES_LIMIT = 100;

/**
 * The card of a member whom the caller likes, with the time of the like; for a match, the time of the later of the two likes. `about` is what
 * the like quotes, absent if nothing.
 */
export const LikedCard = v.object({ ...ProfileCard.entries, liked_at: v.string(), about: v.optional(Quote) });
export type LikedCard = v.InferOutput<typeof LikedCard>;
/** The card of a member who likes the caller. `like_new`: the caller has not opened this like yet. */
export const LikerCard = v.object({ ...LikedCard.entries, like_new: v.boolean() });
export type LikerCard = v.InferOutput<typeof LikerCard>;

export const LikesAnswer = v.object({
  profiles: v.array(LikedCard),
  liked_by: v.array(LikerCard),
  totals: v.object({ profiles: v.number(), liked_by: v.number(), matches: v.number(), new_likes: v.number() }),
  next: v.nullable(v.string()),
});
export type LikesAnswer = v.InferOutput<typeof LikesAnswer>;

export const listLikes = endpoint({
  method: 'GET',
  path: '/api/likes.php',
  who: 'members',
  limits: 'reads',
  input: v.object({
    type: v.optional(LikeType),
    before: v.optional(v.pipe(v.string('wrong_type'), v.maxLength(200, 'too_long'))),
    limit: clampedNumber(1, LIKES_LIMIT, LIKES_LIMIT),
  }),
  output: LikesAnswer,
  isPolled: true,
  sheds: 'early',
  summary: 'Whom I like and who likes me; new ones first, then newest. With type=matches, profiles are the matches',
});

const profileInput = v.object({ profile: Id });
const LikeAnswer = v.object({ did_like_profile: v.boolean(), match: v.boolean() });

export const likeMember = endpoint({
  method: 'POST',
  path: '/api/likes.php',
  who: 'members',
  limits: ['likes_a_minute', 'likes_a_day'],
  input: v.object({ ...profileInput.entries, about: v.optional(QuotedBlock) }),
  output: LikeAnswer,
  errors: ['not_found', 'blocked', 'date_of_birth_required', 'about_gone', 'too_many'],
  summary: 'Likes a member, or one block of their profile; repeating it changes nothing. 409 if that block is gone',
});

export const unlikeMember = endpoint({
  method: 'DELETE',
  path: '/api/likes.php',
  who: 'members',
  limits: 'own_rows',
  input: profileInput,
  output: LikeAnswer,
  errors: ['not_found'],
  summary: 'Takes a like back',
});

export const markLikeSeen = endpoint({
  method: 'PUT',
  path: '/api/likes.php',
  who: 'members',
  limits: 'own_rows',
  input: profileInput,
  output: Empty,
  status: 204,
  errors: ['not_found'],
  summary: 'Marks a received like as seen: like_new becomes false',
});
