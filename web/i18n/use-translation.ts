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

const loading = new Map<string, Promise<void>>();

/** Suspends until the texts are here or could not be loaded. The texts of a page are loaded before it; this is for parts of a page. */
function suspendUntilLoaded(language: string, namespaces: readonly string[]): void {
  const missing = namespaces.filter((name) => !i18n.hasLoadedNamespace(name, { lng: language }));
  if (missing.length === 0) return;
  const key = `${language} ${missing}`;
  const promise = loading.get(key) ?? i18n.loadNamespaces(missing).finally(() => loading.delete(key));
  loading.set(key, promise);
  // Not `use(promise)`: when React goes on after it, it may take the hooks that follow in a first render for those of an update, and throw.
  throw promise;
}

/**
 * The texts of a namespace, or of several, the first of them by default, in the language on screen; renders again when that changes, and
 * suspends while texts are missing. If they cannot be loaded, their keys are shown.
 */
export function useTranslation<const N extends Namespace = 'core'>(namespace?: N): { readonly t: TFunction<N>; readonly i18n: I18n } {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage, currentLanguage);
  const wanted = namespace ?? ('core' as unknown as N);
  suspendUntilLoaded(language, [wanted].flat() as string[]);
  return { t: translatorOf(language, wanted), i18n };
}
