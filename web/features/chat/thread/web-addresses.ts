/** A web address of a message, in the order in which its parts stand. */
export interface WebAddress {
  /** As the sender wrote it. */
  readonly written: string;
  /** "https://", or "" where the address begins with "www.". */
  readonly scheme: string;
  /** What stands before an "@": a name that the site of the address is told, and no site. */
  readonly userInfo: string;
  /** The host that a browser would open: as written, or in ASCII if letters of several scripts could imitate another host. */
  readonly host: string;
  /** Port, path, query and fragment. */
  readonly rest: string;
}

const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"]+/giu;
const SCHEME = /^https?:\/\//iu;
const CLOSING = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);
/** Characters that end a sentence rather than an address. */
const SENTENCE_END = new Set('.,;:!?\'"…’”»*_~');

/** How many more closing than opening brackets of each kind a text has. */
function unopenedIn(text: string): Map<string, number> {
  const unopened = new Map<string, number>();
  for (const [closing, opening] of CLOSING) {
    unopened.set(closing, text.split(closing).length - text.split(opening).length);
  }
  return unopened;
}

/** An address without the punctuation of the sentence around it: "(see https://vonk.example)." */
function withoutSentenceEnd(address: string): string {
  const unopened = unopenedIn(address);
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? '';
    const surplus = unopened.get(last) ?? 0;
    if (surplus > 0) unopened.set(last, surplus - 1);
    else if (!SENTENCE_END.has(last)) break;
  }
  return address.slice(0, end);
}

/** What a host is written with. */
const HOST_CHARACTERS = /^[\p{L}\p{M}\p{N}.-]+$/u;
/** The letters of the European languages in Latin script, without those that look like a plain letter. */
const PLAIN_LATIN = /^[a-z\d.\-\u00df-\u00f6\u00f8-\u0130\u0132-\u0137\u0139-\u017e]*$/u;
/** Hosts of one other script. A letter of ASCII makes two of them. */
const OTHER_SCRIPTS = [
  /^[\p{Script=Cyrillic}\d.-]*$/u,
  /^[\p{Script=Greek}\d.-]*$/u,
  /^[\p{Script=Arabic}\d.-]*$/u,
  /^[\p{Script=Hebrew}\d.-]*$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\d.-]*$/u,
  /^[\p{Script=Hangul}\d.-]*$/u,
];

const isOfOneScript = (host: string) => [PLAIN_LATIN, ...OTHER_SCRIPTS].some((script) => script.test(host));

/** The ASCII form of a host as a browser computes it; null if there is no such host. */
function asciiHost(host: string): string | null {
  return URL.canParse(`https://${host}`) ? new URL(`https://${host}`).hostname : null;
}

/** Takes an address apart; null if no browser would open it. */
function addressOf(written: string): WebAddress | null {
  const scheme = SCHEME.exec(written)?.[0] ?? '';
  const absolute = scheme ? written : `https://${written}`;
  if (!URL.canParse(absolute)) return null;
  const url = new URL(absolute);
  const afterScheme = written.slice(scheme.length);
  const authority = afterScheme.split(/[/\\?#]/u, 1)[0] ?? '';
  const hostStart = authority.lastIndexOf('@') + 1;
  const hostAndPort = authority.slice(hostStart);
  const hostLength = hostAndPort.includes(':') ? hostAndPort.lastIndexOf(':') : hostAndPort.length;
  const host = hostAndPort.slice(0, hostLength).normalize('NFC').toLowerCase();
  // Written so that reading and opening it differ: with further slashes, encoded letters or a number in place of the host.
  if (!HOST_CHARACTERS.test(host) || asciiHost(host) !== url.hostname) {
    const { host: hostOpened, pathname, search, hash } = url;
    return { written, scheme, userInfo: '', host: hostOpened, rest: `${pathname}${search}${hash}` };
  }
  return {
    written,
    scheme,
    userInfo: authority.slice(0, hostStart),
    host: url.hostname.includes('xn--') && isOfOneScript(host) ? host : url.hostname,
    rest: afterScheme.slice(hostStart + hostLength),
  };
}

/** A text as its parts, in order: ordinary text, and web addresses. */
export function splitWebAddresses(text: string): (string | WebAddress)[] {
  const parts: (string | WebAddress)[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = addressOf(withoutSentenceEnd(found));
    if (!address) continue;
    if (index > end) parts.push(text.slice(end, index));
    parts.push(address);
    end = index + address.written.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}
