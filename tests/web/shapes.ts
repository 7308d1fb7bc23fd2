import type { User } from '#contract/account';
import type { ChatListItem, Message } from '#contract/chat';
import type { LikedBy, LikesAnswer } from '#contract/likes';
import type { Profile, ProfileCard } from '#contract/profile';

export const idOf = (name: string) => name.padEnd(22, '0');
export const ME = idOf('me');
export const NOON = '2026-11-21T12:00:00.000Z';

export const aCard = (name: string, traits: Partial<ProfileCard> = {}): ProfileCard => ({
  id: idOf(name),
  name,
  age: 31,
  age_band: null,
  city: null,
  country: 'NL',
  countryregion: null,
  gender: 'female',
  language: 'nl',
  main_image: null,
  is_fictional: false,
  is_online: false,
  did_like_profile: false,
  ...traits,
});

export const aProfile = (name: string, traits: Partial<Profile> = {}): Profile => ({
  ...aCard(name),
  ...{ images: [], personal: null, fields: {}, interests: [], liked_me: false, is_new_here: false, can_chat: true, blocked: false },
  ...traits,
});

export const aLike = (name: string, traits: Partial<LikedBy> = {}): LikedBy => ({
  ...aCard(name),
  like_new: true,
  liked_at: NOON,
  ...traits,
});

export const likesOf = (likedBy: LikedBy[]): LikesAnswer => ({
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

/** A chat whose last message has this seq. */
export const aChat = (chat: string, seq: number, { unread = 0, isAside = false, with: other = aCard('marit') } = {}): ChatListItem => {
  const { text, sender_id, created_at } = aMessage(chat, seq);
  return {
    conversation: { id: idOf(chat), last_message: { text, sender_id, seq, created_at }, updated_at: created_at, is_aside: isAside },
    profile: other,
    num_unread_messages: unread,
  };
};

export const aUser = (traits: Partial<User> = {}): User => ({
  id: ME,
  email: 'joris@example.org',
  mailprovider: null,
  paid_user: false,
  signup_date: NOON,
  activated: true,
  credits: 10,
  premium_until: null,
  fictional_icon: true,
  locale: 'en',
  timezone: null,
  payment_country: null,
  paused: false,
  hide_presence: false,
  hide_fictional: false,
  hidden_words: [],
  away_mails: true,
  last_signup_step: null,
  badge: { unread_messages: 0, new_likes: 0 },
  profile: { ...aProfile('joris', { id: ME }), date_of_birth: null },
  ...traits,
});
