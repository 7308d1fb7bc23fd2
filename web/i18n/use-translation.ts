import type { i18n as I18n, Namespace, TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import { i18n } from './i18n.ts';

const translators = new Map<string, unknown>();

/** One function for each language and namespace, so that what depends on it is not computed again at every render. */
function translatorOf<const N extends Namespace>(language: string, namespace: N): TFunction<N> {
  const key = `${language} ${String(namespace)}`;
  if (!translators.has(key)) translators.set(key, i18n.getFixedT(language, namespace));
  return translators.get(key) as TFunction<N>;
}

function onLanguageChange(listener: () => void): () => void {
  i18n.on('languageChanged', listener);
  return () => i18n.off('languageChanged', listener);
}

const currentLanguage = (): string => i18n.language;

/**
 * The texts of a namespace, or of several, the first of them by default, in the language on screen; renders again when that changes. The
 * texts must have been loaded (`loadTexts`): a key without a text is shown as it is.
 */
export function useTranslation<const N extends Namespace = 'core'>(namespace?: N): { readonly t: TFunction<N>; readonly i18n: I18n } {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage, currentLanguage);
  return { t: translatorOf(language, namespace ?? ('core' as unknown as N)), i18n };
}
