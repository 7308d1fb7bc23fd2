/** Line breaks, control characters and lone surrogates. With them a text could end a header and begin another. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu;
const ADDRESS = /^[^\s@<>,;:"()[\]\\\p{Cc}]+@[^\s@<>,;:"()[\]\\\p{Cc}]+$/u;
const ASCII_LINE = /^[\x20-\x7e]*$/;
/** The characters of plain text in a header line. A line has at most 78, of which the rest is for the header's name. */
const ASCII_LINE_MAX = 60;
/** The bytes of an encoded word, which has at most 75 characters: base64 and its delimiters. */
const WORD_BYTES = 45;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

const encoder = new TextEncoder();

/** A text on one line: each run of unprintable characters becomes a blank, and the ends are trimmed. */
export const oneLine = (text: string): string => text.replace(UNPRINTABLE, ' ').trim();

/** The UTF-8 of a text as a string with one byte per character, which is what `btoa` takes. */
export const utf8BinaryString = (text: string): string => String.fromCharCode(...encoder.encode(text));

/** The text of a header: unchanged if it is short ASCII, otherwise as folded encoded words that split no character (RFC 2047). */
export function headerText(text: string): string {
  const line = oneLine(text);
  if (ASCII_LINE.test(line) && line.length <= ASCII_LINE_MAX && !line.includes('=?')) return line;
  const words: string[] = [];
  let word = '';
  for (const character of line) {
    const longer = word + utf8BinaryString(character);
    if (longer.length > WORD_BYTES) words.push(word);
    word = longer.length > WORD_BYTES ? utf8BinaryString(character) : longer;
  }
  return [...words, word].map((bytes) => `=?UTF-8?B?${btoa(bytes)}?=`).join('\r\n ');
}

/**
 * Returns an e-mail address unchanged. Throws a TypeError if it holds characters that could inject something into an envelope or header.
 */
export function checkedAddress(address: string): string {
  if (!ADDRESS.test(address)) throw new TypeError('not an address');
  return address;
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Parses MAIL_FROM: `Name <address>` or an address alone. Throws a TypeError for anything else. */
export function senderOf(from: string): Sender {
  const [, name = '', address = from] = /^([^<>]*)<([^<>]*)>\s*$/.exec(from) ?? [];
  return { name: oneLine(name).replace(/^"(.*)"$/, '$1'), address: checkedAddress(address.trim()) };
}

/** Whether `senderOf` can parse a text. */
export function isSender(from: string): boolean {
  try {
    return senderOf(from).address !== '';
  } catch {
    return false;
  }
}

/** Whether a text can be MAIL_URL: an address with smtp, smtps or https, or with http on this machine. */
export function isMailUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return hostname !== '' && (['smtp:', 'smtps:', 'https:'].includes(protocol) || (protocol === 'http:' && LOOPBACK.test(hostname)));
}

const quoted = (name: string) => `"${oneLine(name).replace(/["\\]/g, '\\$&')}"`;

/** A sender as readable text, `"Name" <address>` or the address alone; for JSON, not for a header. */
export const readableSender = ({ name, address }: Sender): string => (name === '' ? address : `${quoted(name)} <${address}>`);

/** A sender for the From header. The name is quoted, or else in encoded words, which must not be quoted. */
export function senderHeader(sender: Sender): string {
  const written = headerText(sender.name);
  return written === sender.name ? readableSender(sender) : `${written} <${sender.address}>`;
}
