import { currentLocale, i18n, initTexts } from '../i18n/i18n.ts';
import { storeLocale } from '../i18n/locale-cookie.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import statementEn from '../locales/en/cases.json';
import statementNl from '../locales/nl/cases.json';
import accessEn from './locales/en/access.json';
import casesEn from './locales/en/cases.json';
import figuresEn from './locales/en/figures.json';
import keyboardEn from './locales/en/keyboard.json';
import membersEn from './locales/en/members.json';
import sessionEn from './locales/en/session.json';
import settingsEn from './locales/en/settings.json';
import shellEn from './locales/en/shell.json';
import accessNl from './locales/nl/access.json';
import casesNl from './locales/nl/cases.json';
import figuresNl from './locales/nl/figures.json';
import keyboardNl from './locales/nl/keyboard.json';
import membersNl from './locales/nl/members.json';
import sessionNl from './locales/nl/session.json';
import settingsNl from './locales/nl/settings.json';
import shellNl from './locales/nl/shell.json';

/**
 * The files of the desk by language. Both are in the bundle: together they are shorter than one request takes. `statement` is what members read
 * about decisions, as the site has it.
 */
const TEXTS = {
  en: {
    access: accessEn,
    cases: casesEn,
    figures: figuresEn,
    keyboard: keyboardEn,
    members: membersEn,
    session: sessionEn,
    settings: settingsEn,
    shell: shellEn,
    statement: statementEn,
  },
  nl: {
    access: accessNl,
    cases: casesNl,
    figures: figuresNl,
    keyboard: keyboardNl,
    members: membersNl,
    session: sessionNl,
    settings: settingsNl,
    shell: shellNl,
    statement: statementNl,
  },
} as const;

export type DeskLocale = keyof typeof TEXTS;
export const DESK_LOCALES = Object.keys(TEXTS) as DeskLocale[];
type Files = (typeof TEXTS)['en'];
export type DeskFile = keyof Files;

/** A key with its plural forms is asked for without them; one that only ends like a plural form is none. */
type WithoutPlural<K, All> = K extends `${infer Base}_one`
  ? Base
  : K extends `${infer Base}_other`
    ? `${Base}_one` extends All
      ? Base
      : K
    : K;
export type DeskKey<F extends DeskFile> = WithoutPlural<keyof Files[F] & string, keyof Files[F] & string>;
type Values = Readonly<Record<string, string | number>>;
export type DeskTranslator<F extends DeskFile> = (key: DeskKey<F>, values?: Values) => string;

/** The namespace of a file, apart from those of the site with the same name. */
const namespaceOf = (file: DeskFile) => `desk-${file}`;

/** Loads the texts that desk and site share, and adds those of the desk. Throws if the former cannot be loaded. */
export async function initDeskTexts(): Promise<void> {
  await initTexts();
  for (const locale of DESK_LOCALES)
    for (const [file, texts] of Object.entries(TEXTS[locale])) i18n.addResourceBundle(locale, namespaceOf(file as DeskFile), texts);
}

/** Shows the desk in a language, and keeps it as the language of the site in this browser. */
export async function chooseDeskLocale(locale: DeskLocale): Promise<void> {
  storeLocale(locale);
  await i18n.changeLanguage(locale);
  document.documentElement.lang = locale;
}

/** The language of the desk on screen. */
export const deskLocale = (): DeskLocale => (currentLocale() === 'nl' ? 'nl' : 'en');

/** The texts of a file of the desk in the language on screen; renders again when that changes. */
export function useTexts<F extends DeskFile>(file: F): DeskTranslator<F> {
  useTranslation();
  const translate = i18n.getFixedT(i18n.language, namespaceOf(file) as never) as unknown as (key: string, values?: Values) => string;
  return (key, values) => translate(key, values);
}
