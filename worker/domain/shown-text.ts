import { serverTextsIn } from '../i18n/server-texts.ts';

/** The text of a message as its reader sees it: in the place of one that a decision has removed, a sentence in the reader's language. */
export const shownText = (text: string, locale: string): string => (text === '' ? serverTextsIn(locale).texts.removed.message : text);
