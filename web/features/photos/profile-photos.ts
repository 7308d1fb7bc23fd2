import type { User } from '#contract/account';
import type { Image, OwnImage } from '#contract/profile';

type Profile = User['profile'];

/**
 * Adds a photo at the end; the first one that is not held becomes the main photo. Each function here returns the profile as the server will
 * store it.
 */
export const withPhoto = (profile: Profile, image: OwnImage): Profile => ({
  ...profile,
  images: [...profile.images.filter(({ id }) => id !== image.id), image],
  main_image: profile.main_image ?? (image.is_held ? null : image),
});

export function withoutPhoto(profile: Profile, id: string): Profile {
  const images = profile.images.filter((image) => image.id !== id);
  const next = images.find((image) => !image.is_held) ?? null;
  return { ...profile, images, main_image: profile.main_image?.id === id ? next : profile.main_image };
}

export const withMainPhoto = (profile: Profile, id: string): Profile => ({
  ...profile,
  main_image: profile.images.find((image) => image.id === id) ?? profile.main_image,
});

export const withOrder = (profile: Profile, ids: readonly string[]): Profile => ({
  ...profile,
  images: profile.images.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
});

export function withNude(profile: Profile, id: string, isNude: boolean): Profile {
  const withMark = <I extends Image>(image: I): I => (image.id === id ? { ...image, is_nude: isNude } : image);
  return { ...profile, images: profile.images.map(withMark), main_image: profile.main_image && withMark(profile.main_image) };
}

/** Returns `ids` with `id` moved to index `place`, which is limited to the list. An unknown id changes nothing. */
export function reorderIds(ids: readonly string[], id: string, place: number): string[] {
  const others = ids.filter((other) => other !== id);
  if (others.length === ids.length) return [...ids];
  return others.toSpliced(Math.min(Math.max(0, place), others.length), 0, id);
}
