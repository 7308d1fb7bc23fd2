/** A time as `2026-12-24 18:00 UTC`. */
export const formatUtcMinute = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Control, format and other invisible characters, except line breaks and the joiners within emoji and letters. */
const CONTROL_CHARACTERS = /[^\P{C}\n\u200c\u200d]|[\p{Zl}\p{Zp}]/gu;

/** Escapes control and invisible characters in text of users, which a terminal would obey or hide, as `\u{…}`. */
export const escapeControls = (text: string) =>
  text.replaceAll(CONTROL_CHARACTERS, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`);

/** Text of users, escaped and with a mark before each line, which sets it off from the command's own output. */
export const quoteLines = (text: string, mark: '|' | '>' = '|') => escapeControls(text).replaceAll(/^/gm, `  ${mark} `);

const escapeUnits = (character: string) =>
  Array.from({ length: character.length }, (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');

/** The text of a JSON value, in which those characters stand as escapes of JSON. */
export const escapeControlsInJson = (json: string) => json.replaceAll(CONTROL_CHARACTERS, escapeUnits);

/** A number with the word that it counts: `1 report`, `2 reports`. */
export const countText = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
