import type { User } from '#contract/account';
import type { Profile, ProfileCard } from '#contract/profile';

const BLANK_ID = '0'.repeat(22);

/** A card without any data: for prerendered shells, and as the base of the sample members of the developer pages. */
export const BLANK_CARD: ProfileCard = {
  id: BLANK_ID,
  name: '',
  age: null,
  age_band: null,
  city: null,
  country: null,
  countryregion: null,
  gender: null,
  language: null,
  main_image: null,
  is_fictional: false,
  is_online: false,
  did_like_profile: false,
};

/** A profile without any data. */
export const BLANK_PROFILE: Profile = {
  ...BLANK_CARD,
  images: [],
  personal: null,
  fields: {},
  interests: [],
  liked_me: false,
  is_new_here: false,
  can_chat: true,
  blocked: false,
};

/** A signed-in user without any data. */
export const BLANK_USER: User = {
  id: BLANK_ID,
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
  hide_presence: false,
  hide_fictional: false,
  hidden_words: [],
  away_mails: true,
  last_signup_step: null,
  badge: { unread_messages: 0, new_likes: 0 },
  profile: { ...BLANK_PROFILE, date_of_birth: null },
};
