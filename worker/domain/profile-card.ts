import { DAY } from '#contract/durations';
import { COUNTRIES, type CountryCode, GENDERS, type Gender, LOCALES, type Locale } from '#contract/primitives';
import { BLANK_CARD, type Image, type OwnImage, type ProfileCard } from '#contract/profile';
import type { CardImage, CardRow, OwnImageRow } from '#db/queries/profile/profile';
import { accountExists } from './account-status.ts';
import { ageAt, ageBandOf } from './age.ts';
import { firstSentenceOf } from './first-sentence.ts';

/**
 * A member is shown as online for this long after their last activity. A visible page polls at least every 15 minutes
 * (web/app/live-updates/polling.ts).
 */
export const ONLINE_MS = 20 * 60_000;
const NEW_HERE_MS = 14 * DAY;

/** The time since which a member must have joined to count as new here (docs/product.md, "Search filters"). */
export const newHereSince = (now: number): number => now - NEW_HERE_MS;

const oneOf = <T extends string>(known: readonly T[], value: string | null): T | null => known.find((item) => item === value) ?? null;
/** Texts from the database or a header as values of the contract; null for any other text. */
export const asCountry = (value: string | null): CountryCode | null => oneOf(COUNTRIES, value);
export const asGender = (value: string | null): Gender | null => oneOf(GENDERS, value);
export const asLocale = (value: string | null): Locale | null => oneOf(LOCALES, value);

/** A photo in the form of the API. */
export const imageOf = (row: CardImage): Image => ({
  id: row.id,
  thumb_filename: row.thumb,
  medium_filename: row.medium,
  large_filename: row.large,
  width: row.width,
  height: row.height,
  thumbhash: row.thumbhash,
  is_nude: row.isNude,
});

/** A photo in the form of the API for its owner. */
export const ownImageOf = (row: OwnImageRow): OwnImage => ({
  ...imageOf(row),
  is_held: row.heldSince !== null,
  is_nude_by_check: row.isNudeByCheck,
});

/** A photo without its file names if it shows nudity. The thumbhash stays, from which a blurred placeholder is drawn. */
export const hideNudeFiles = (image: Image): Image =>
  image.is_nude ? { ...image, thumb_filename: '', medium_filename: '', large_filename: '' } : image;

/**
 * The card of a member who was deleted or banned or who blocks the viewer. It holds the id and nothing else of the member
 * (docs/product.md, "Card content").
 */
export const unavailableCard = (id: string): ProfileCard => ({ ...BLANK_CARD, id, is_gone: true });

/** A member as a list shows them. Visitors get the age band and no presence (docs/product.md, "Card content"). */
export function cardOf(row: CardRow, viewer: 'member' | 'visitor', now: number): ProfileCard {
  if (!accountExists(row)) return unavailableCard(row.id);
  const age = row.dateOfBirth ? ageAt(row.dateOfBirth, now) : null;
  const isMember = viewer === 'member';
  return {
    id: row.id,
    name: row.name,
    age: isMember ? age : null,
    age_band: isMember || age === null ? null : ageBandOf(age),
    city: row.city,
    country: asCountry(row.country),
    countryregion: row.countryregion,
    gender: asGender(row.gender),
    language: asLocale(row.language),
    main_image: row.image ? imageOf(row.image) : null,
    is_fictional: row.isFictional,
    // Nobody is there behind a fictional profile.
    is_online: isMember && !row.isFictional && !row.hidePresence && now - row.lastActiveAt < ONLINE_MS,
    did_like_profile: isMember && row.iLike === 1,
    opening_line: firstSentenceOf(row.openingText),
  };
}
