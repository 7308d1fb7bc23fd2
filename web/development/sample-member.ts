import type { User } from '#contract/account';
import { BLANK_CARD, type Image, type Profile, type ProfileCard } from '#contract/profile';
import { BLANK_PROFILE, BLANK_USER } from '../app/prerender/blank-user.ts';

const idOf = (name: string) => name.padEnd(22, '0');

/** A picture that the imitated partner of a local site draws; it shows no person. */
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
/** The path of these pictures. */
export const PICTURE_PATH = '/_dev/cams/';

export const CARD: ProfileCard = {
  ...BLANK_CARD,
  id: idOf('marit'),
  name: 'Marit',
  age: 34,
  city: 'Utrecht',
  country: 'NL',
  gender: 'female',
  language: 'nl',
  main_image: picture('nova'),
  is_online: true,
};

export const OTHER_CARD: ProfileCard = { ...CARD, id: idOf('ilse'), name: 'Ilse', age: 41, main_image: picture('sol'), is_fictional: true };

export const PROFILE: Profile = {
  ...BLANK_PROFILE,
  ...CARD,
  images: [picture('nova'), picture('river'), picture('sol')],
  liked_me: true,
  is_new_here: true,
};

export const USER: User = {
  ...BLANK_USER,
  id: idOf('joris'),
  email: 'joris.van.der.hoeven-sample@example.org',
  signup_date: '2026-01-02T12:00:00.000Z',
  activated: false,
  credits: 48,
  badge: { unread_messages: 3, new_likes: 3, unseen_notifications: 3 },
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
