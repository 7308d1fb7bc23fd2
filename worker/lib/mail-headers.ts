/** Line breaks, controls and lone surrogates: nothing that could end a header or begin another. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu;
const ADDRESS = /^[^\s@<>,;:"()[\]\\\p{Cc}]+@[^\s@<>,;:"()[\]\\\p{Cc}]+$/u;
const PLAIN = /^[\x20-\x7e]*$/;
/** A header line is at most 78 signs; the rest is the header's own name. */
const PLAIN_MAX = 60;
/** An encoded word is at most 75 signs: 45 bytes in base64 and its frame. */
const WORD_BYTES = 45;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

const encoder = new TextEncoder();

/** A text on one line of printable characters. */
export const oneLine = (text: string): string => text.replace(UNPRINTABLE, ' ').trim();

/** UTF-8 as text that holds one byte a character, as btoa wants it. */
export const asBytes = (text: string): string => String.fromCharCode(...encoder.encode(text));

/** The text of a header: as it is when short and plain, else in encoded words that fold at whole characters (RFC 2047). */
export function headerText(text: string): string {
  const line = oneLine(text);
  if (PLAIN.test(line) && line.length <= PLAIN_MAX && !line.includes('=?')) return line;
  const words: string[] = [];
  let word = '';
  for (const sign of line) {
    const longer = word + asBytes(sign);
    if (longer.length > WORD_BYTES) words.push(word);
    word = longer.length > WORD_BYTES ? asBytes(sign) : longer;
  }
  return [...words, word].map((bytes) => `=?UTF-8?B?${btoa(bytes)}?=`).join('\r\n ');
}

/** An address as envelope and header may carry it; throws for one that could carry more than itself. */
export function bareAddress(address: string): string {
  if (!ADDRESS.test(address)) throw new TypeError('not an address');
  return address;
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Reads `Name <address>` or a bare address, as MAIL_FROM has it; throws for anything else. */
export function senderOf(from: string): Sender {
  const [, name = '', address = from] = /^([^<>]*)<([^<>]*)>\s*$/.exec(from) ?? [];
  return { name: oneLine(name).replace(/^"(.*)"$/, '$1'), address: bareAddress(address.trim()) };
}

/** Whether a text names somebody whom mails may come from. */
export function isSender(from: string): boolean {
  try {
    return senderOf(from).address !== '';
  } catch {
    return false;
  }
}

/** Whether a text names a way for mails: smtp, smtps or https; http only to this machine. */
export function isMailUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return hostname !== '' && (['smtp:', 'smtps:', 'https:'].includes(protocol) || (protocol === 'http:' && LOOPBACK.test(hostname)));
}

const quoted = (name: string) => `"${oneLine(name).replace(/["\\]/g, '\\$&')}"`;

/** A sender in readable form, as JSON carries it. */
export const readableSender = ({ name, address }: Sender): string => (name === '' ? address : `${quoted(name)} <${address}>`);

/** A sender as the From header has it: a quoted name, or encoded words, which may not be quoted. */
export function senderHeader(sender: Sender): string {
  const written = headerText(sender.name);
  return written === sender.name ? readableSender(sender) : `${written} <${sender.address}>`;
}
