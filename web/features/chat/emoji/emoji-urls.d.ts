declare module 'virtual:emoji-urls' {
  import type { ShippedLocale } from '#contract/primitives';

  /** Where the names of the emoji are, by language; the content is in the address. */
  export const EMOJI_URLS: Readonly<Record<ShippedLocale, string>>;
}
