import { textsOf } from '../../support/files/translation-files.ts';

type Values = Readonly<Record<string, string | number>>;

/** The sentences of the page in one language, by file and key: `say('chat:send')`. A key that is not there throws. */
export function wordsIn(locale: string) {
  return (address: string, values: Values = {}): string => {
    const [file = '', key = ''] = address.split(':');
    const sentence = textsOf(`web/locales/${locale}/${file}.json`).get(key);
    if (sentence === undefined) throw new Error(`web/locales/${locale}/${file}.json has no ${key}`);
    return sentence.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
  };
}

export const say = wordsIn('en');
