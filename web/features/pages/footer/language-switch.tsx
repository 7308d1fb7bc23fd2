import { LOCALES } from '#contract/primitives';
import { useErrorSentence } from '../../../api/error-text.ts';
import { capitalize } from '../../../i18n/capitalize.ts';
import { currentLocale } from '../../../i18n/i18n.ts';
import { useSettings } from '../../../session/settings.ts';
import { Icon } from '../../../ui/icon.tsx';
import { showToast } from '../../../ui/toasts/toast-list.ts';
import { changeLocale } from './change-locale.ts';
import './language-switch.css';

/** The name of a language in that language, such as "Nederlands". */
function ownName(locale: string): string {
  return capitalize(new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale, locale);
}

interface LanguageSwitchProps {
  label: string;
  /** Title of the toast if the language cannot be loaded; by default the error itself. */
  errorTitle?: string;
}

export function LanguageSwitch({ label, errorTitle }: LanguageSwitchProps) {
  const { locales } = useSettings();
  const sentence = useErrorSentence();
  const warn = (error: unknown) => {
    console.warn(error);
    showToast({ tone: 'warning', title: errorTitle ?? sentence(error), text: errorTitle && sentence(error) });
  };
  const choose = (value: string) => {
    const locale = LOCALES.find((code) => code === value);
    if (locale) changeLocale(locale).catch(warn);
  };
  return (
    <label className="chip language-switch">
      <Icon name="globe" size="s" />
      <span className="visually-hidden">{label}</span>
      <select value={currentLocale()} onChange={(event) => choose(event.target.value)}>
        {locales.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {ownName(locale)}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size="xs" />
    </label>
  );
}
