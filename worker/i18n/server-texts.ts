import { SHIPPED_LOCALES, type ShippedLocale } from '#contract/primitives';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };

export type ServerTexts = typeof en;
const TEXTS: Record<ShippedLocale, ServerTexts> = { en, nl, de, it, fr, es, pl };

/** The sentences of mails and pushes in a language, and the locale they are in: `en` if there are none in this language. */
export function serverTextsIn(requested: string): { locale: ShippedLocale; texts: ServerTexts } {
  const locale = SHIPPED_LOCALES.find((shipped) => shipped === requested) ?? 'en';
  return { locale, texts: TEXTS[locale] };
}

/** Replaces each `{{name}}` in a sentence by its value, or by '' if it has none. */
export const fillSentence = (sentence: string, values: Record<string, string>): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '');

/** The sentence for a number: the plural form `key_one`, `key_other` and so on of the language, with `{{count}}` filled in. */
export function pluralSentence(sentences: Readonly<Record<string, string>>, key: string, count: number, locale: ShippedLocale): string {
  const form = new Intl.PluralRules(locale).select(count);
  const sentence = sentences[`${key}_${form}`] ?? sentences[`${key}_other`] ?? '';
  return sentence.replaceAll('{{count}}', new Intl.NumberFormat(locale).format(count));
}
