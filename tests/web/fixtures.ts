import type { User } from '#contract/account';
import type { ChatListItem, Message } from '#contract/chat';
import type { LikerCard, LikesAnswer } from '#contract/likes';
import type { FilterOptions } from '#contract/members';
import { BLANK_CARD, type Profile, type ProfileCard } from '#contract/profile';
import { BLANK_PROFILE, BLANK_USER } from '../../web/app/prerender/blank-user.ts';

/** An id of 22 characters that begins with the name. */
export const idOf = (name: string) => name.padEnd(22, '0');
export const ME = idOf('me');
export const NOON = '2026-11-21T12:00:00.000Z';

export const aCard = (name: string, traits: Partial<ProfileCard> = {}): ProfileCard => ({
  ...BLANK_CARD,
  id: idOf(name),
  name,
  age: 31,
  country: 'NL',
  gender: 'female',
  language: 'nl',
  ...traits,
});

export const aProfile = (name: string, traits: Partial<Profile> = {}): Profile => ({ ...BLANK_PROFILE, ...aCard(name), ...traits });

export const aLike = (name: string, traits: Partial<LikerCard> = {}): LikerCard => ({
  ...aCard(name),
  like_new: true,
  liked_at: NOON,
  ...traits,
});

export const likesOf = (likedBy: LikerCard[]): LikesAnswer => ({
  profiles: [],
  liked_by: likedBy,
  totals: { profiles: 0, liked_by: likedBy.length, matches: 0, new_likes: likedBy.filter(({ like_new: isNew }) => isNew).length },
  next: null,
});

export const aMessage = (chat: string, seq: number, traits: Partial<Message> = {}): Message => ({
  id: idOf(`${chat}${seq}`),
  client_id: idOf(`c${chat}${seq}`),
  conversation_id: idOf(chat),
  seq,
  sender_id: idOf('marit'),
  text: `${chat} ${seq}`,
  created_at: NOON,
  ...traits,
});

/** An entry of the conversation list whose last message has this seq. */
export const aChat = (
  chat: string,
  seq: number,
  { unread = 0, isMessageRequest = false, with: other = aCard('marit') } = {},
): ChatListItem => {
  const { text, sender_id, created_at } = aMessage(chat, seq);
  return {
    conversation: {
      id: idOf(chat),
      last_message: { text, sender_id, seq, created_at },
      updated_at: created_at,
      is_aside: isMessageRequest,
    },
    profile: other,
    num_unread_messages: unread,
  };
};

export const aUser = (traits: Partial<User> = {}): User => ({
  ...BLANK_USER,
  id: ME,
  email: 'joris@example.org',
  signup_date: NOON,
  credits: 10,
  profile: { ...aProfile('joris', { id: ME }), date_of_birth: null },
  ...traits,
});

/** The filters of a search that leaves nobody out. */
export const ANY_FILTERS: FilterOptions = {
  gender: '',
  min_age: 18,
  max_age: 100,
  country: '',
  countries: [],
  countryregion: '',
  looking_for: [],
  interests: [],
  body_height: [],
  photo: false,
  online: false,
  new_here: false,
  sort: 'active',
};
