import { useState } from 'react';
import { chooseTheme, chosenTheme, THEMES, type Theme } from '../../session/theme.ts';
import { chooseDeskLocale, DESK_LOCALES, type DeskLocale, deskLocale, useTexts } from '../texts.ts';

/** Each language in its own words. */
const NAMES: Readonly<Record<DeskLocale, string>> = { en: 'English', nl: 'Nederlands' };

/** The language of the desk. */
export function LocaleChoice() {
  const t = useTexts('shell');
  return (
    <select
      className="desk-select"
      aria-label={t('language')}
      value={deskLocale()}
      onChange={({ target }) => void chooseDeskLocale(target.value === 'nl' ? 'nl' : 'en')}
    >
      {DESK_LOCALES.map((locale) => (
        <option key={locale} value={locale} lang={locale}>
          {NAMES[locale]}
        </option>
      ))}
    </select>
  );
}

/** The colour scheme of this device. */
export function ThemeChoice() {
  const t = useTexts('shell');
  const [theme, setTheme] = useState(chosenTheme);
  const choose = (next: Theme) => {
    setTheme(next);
    chooseTheme(next);
  };
  return (
    <select
      className="desk-select"
      aria-label={t('theme')}
      value={theme}
      onChange={({ target }) => choose(THEMES.find((one) => one === target.value) ?? 'system')}
    >
      {THEMES.map((one) => (
        <option key={one} value={one}>
          {t(`theme_${one}`)}
        </option>
      ))}
    </select>
  );
}
