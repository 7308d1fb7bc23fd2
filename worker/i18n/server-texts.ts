import { SHIPPED_LOCALES, type ShippedLocale } from '#contract/primitives';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };

export type MailTexts = typeof en;
const TEXTS: Record<ShippedLocale, MailTexts> = { en, nl, de, it, fr, es, pl };

/** The mails' sentences in a member's language, with the language they are in: English until theirs ships. */
export function mailTexts(wanted: string): { locale: ShippedLocale; texts: MailTexts } {
  const locale = SHIPPED_LOCALES.find((one) => one === wanted) ?? 'en';
  return { locale, texts: TEXTS[locale] };
}

/** Puts values into a sentence's `{{places}}`. */
export const fill = (sentence: string, values: Record<string, string>): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '');

/** The sentence for a number, out of `key_one`, `key_other` and whatever other forms its language has; filled with `count`. */
export function counted(sentences: Readonly<Record<string, string>>, key: string, count: number, locale: ShippedLocale): string {
  const form = new Intl.PluralRules(locale).select(count);
  const sentence = sentences[`${key}_${form}`] ?? sentences[`${key}_other`] ?? '';
  return sentence.replaceAll('{{count}}', new Intl.NumberFormat(locale).format(count));
}
