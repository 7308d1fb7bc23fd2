import { type Image, photoWidths } from '../profile.ts';

/**
 * The attribute `sizes` of the photo with which a page begins, its largest picture. The Worker lets the browser load that photo with the page
 * (docs/architecture.md, "Answered by the Worker"), which needs the same value as the `<img>` that shows it.
 */
export const HERO_SIZES = {
  home: '(min-width: 1024px) 320px, 100vw',
  profile: '(min-width: 1024px) 300px, 100vw',
} as const;

/** The attribute `srcset` of a photo: its three files with their widths. `cdn` is the setting `cdn_prefix`. */
export function photoSourceSet(image: Image, cdn: string): string {
  const { thumb, medium, large } = photoWidths(image.width);
  return [
    `${cdn}${image.thumb_filename} ${thumb}w`,
    `${cdn}${image.medium_filename} ${medium}w`,
    `${cdn}${image.large_filename} ${large}w`,
  ].join(', ');
}
