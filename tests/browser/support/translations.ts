import { textsOf } from '../../support/files/translation-files.ts';

type Values = Readonly<Record<string, string | number>>;

/** A function that returns a sentence of the page in one language by file and key, such as `chat:send`. Throws if the key is missing. */
export function translationsIn(locale: string) {
  return (fileAndKey: string, values: Values = {}): string => {
    const [file = '', key = ''] = fileAndKey.split(':');
    const sentence = textsOf(`web/locales/${locale}/${file}.json`).get(key);
    if (sentence === undefined) throw new Error(`web/locales/${locale}/${file}.json has no ${key}`);
    return sentence.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
  };
}

export const t = translationsIn('en');
