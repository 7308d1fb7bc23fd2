import type { User } from '#contract/account';
import type { Image, Profile, ProfileCard } from '#contract/profile';

const idOf = (name: string) => name.padEnd(22, '0');

/** Drawn by the partner that a local site plays itself; shows nobody. */
const picture = (account: string): Image => ({
  id: idOf(account),
  thumb_filename: `${account}.png`,
  medium_filename: `${account}.png`,
  large_filename: `${account}.png`,
  width: 320,
  height: 200,
  thumbhash: '',
  is_nude: false,
});
/** Where such pictures lie. */
export const PICTURES = '/_dev/cams/';

export const CARD: ProfileCard = {
  id: idOf('marit'),
  name: 'Marit',
  age: 34,
  age_band: null,
  city: 'Utrecht',
  country: 'NL',
  countryregion: null,
  gender: 'female',
  language: 'nl',
  main_image: picture('nova'),
  is_fictional: false,
  is_online: true,
  did_like_profile: false,
};

export const OTHER_CARD: ProfileCard = { ...CARD, id: idOf('ilse'), name: 'Ilse', age: 41, main_image: picture('sol'), is_fictional: true };

export const PROFILE: Profile = {
  ...CARD,
  images: [picture('nova'), picture('river'), picture('sol')],
  personal: null,
  fields: {},
  interests: [],
  liked_me: true,
  is_new_here: true,
  can_chat: true,
  blocked: false,
};

export const USER: User = {
  id: idOf('joris'),
  email: 'joris.van.der.hoeven-sample@example.org',
  mailprovider: null,
  paid_user: false,
  signup_date: '2026-01-02T12:00:00.000Z',
  activated: false,
  credits: 48,
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
  badge: { unread_messages: 3, new_likes: 3 },
  profile: {
    ...PROFILE,
    id: idOf('joris'),
    name: 'Joris',
    gender: 'male',
    main_image: picture('river'),
    images: [picture('river'), picture('atlas')],
    date_of_birth: '1990-05-17',
  },
};

export const LONG_NAME = 'Maximiliana-Alexandrina von Hohenzollern-Sigmaringen';
