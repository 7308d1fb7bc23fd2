import { SHIPPED_LOCALES, type ShippedLocale } from '#contract/primitives';
import type pwa from '../../locales/en/pwa.json';

/** The texts of a neutral notification. */
export type NeutralTexts = (typeof pwa)['push'];

const files = import.meta.glob<NeutralTexts>('../../locales/*/pwa.json', { eager: true, import: 'push' });

/** The texts of a language. All are bundled, because a push may arrive without a page and without a network. Throws if there are none. */
export function neutralTexts(locale: ShippedLocale): NeutralTexts {
  const texts = files[`../../locales/${locale}/pwa.json`] ?? files[`../../locales/${SHIPPED_LOCALES[0]}/pwa.json`];
  if (!texts) throw new Error(`no texts for pushes in ${locale}`);
  return texts;
}
