/** What a terminal would obey or not show; line breaks and the joiners within signs are neither. */
const UNSEEN = /[^\P{C}\n\u200c\u200d]|[\p{Zl}\p{Zp}]/gu;

/** Words that others typed, with nothing in them that a terminal would obey or hide. */
export const visible = (words: string) => words.replaceAll(UNSEEN, (sign) => `\\u{${sign.codePointAt(0)?.toString(16) ?? ''}}`);

/** Words of others, told from a command's own by a bar before each line. */
export const quoted = (words: string) => visible(words).replaceAll(/^/gm, '  | ');
