import { SHIPPED_LOCALES, type ShippedLocale } from '#contract/primitives';
import type pwa from '../../locales/en/pwa.json';

/** What a notification says when it may not say more. */
export type PushWords = (typeof pwa)['push'];

const files = import.meta.glob<PushWords>('../../locales/*/pwa.json', { eager: true, import: 'push' });

/** In every language: a push comes while there is no page, and perhaps no network, to ask for texts. */
export function pushWords(locale: ShippedLocale): PushWords {
  const words = files[`../../locales/${locale}/pwa.json`] ?? files[`../../locales/${SHIPPED_LOCALES[0]}/pwa.json`];
  if (!words) throw new Error(`no words for pushes in ${locale}`);
  return words;
}
