import type { User } from '#contract/account';
import { BLANK_CARD, type Profile } from '#contract/profile';

/** A profile without any data: for prerendered shells, and as the base of the sample members of the developer pages. */
export const BLANK_PROFILE: Profile = {
  ...BLANK_CARD,
  images: [],
  personal: null,
  prompts: [],
  fields: {},
  interests: [],
  liked_me: false,
  is_new_here: false,
  can_chat: true,
  blocked: false,
};

/** A signed-in user without any data. */
export const BLANK_USER: User = {
  id: BLANK_CARD.id,
  email: '',
  mailprovider: null,
  paid_user: false,
  signup_date: '1970-01-01T00:00:00Z',
  activated: true,
  credits: 0,
  premium_until: null,
  fictional_icon: true,
  locale: 'en',
  timezone: null,
  payment_country: null,
  paused: false,
  paused_by_decision: false,
  hide_presence: false,
  hide_fictional: false,
  allow_search_engines: false,
  hidden_words: [],
  away_mails: true,
  last_signup_step: null,
  search_preference: null,
  sensitive_consent: null,
  has_unconsented_answers: false,
  badge: { unread_messages: 0, new_likes: 0, unseen_notifications: 0 },
  profile: { ...BLANK_PROFILE, date_of_birth: null },
};
