import type { Locale } from '#contract/primitives';
import en from './en.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };

type MailTexts = typeof en;
const TEXTS: Partial<Record<Locale, MailTexts>> = { en, nl };

/** The mails' sentences in a member's language; English until theirs ships. */
export const mailTexts = (locale: Locale | null): MailTexts => (locale && TEXTS[locale]) || en;

/** Puts values into a sentence's `{{places}}`. */
export const fill = (sentence: string, values: Record<string, string>): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '');
