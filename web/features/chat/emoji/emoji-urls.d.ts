declare module 'virtual:emoji-urls' {
  import type { ShippedLocale } from '#contract/primitives';

  /** URLs of the emoji tables by language; each contains a hash of its content. */
  export const EMOJI_URLS: Readonly<Record<ShippedLocale, string>>;
}
