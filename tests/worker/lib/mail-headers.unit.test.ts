import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { Name } from '#contract/member-name';
import {
  checkedAddress,
  headerText,
  isMailUrl,
  isSender,
  oneLine,
  readableSender,
  senderHeader,
  senderOf,
} from '../../../worker/lib/mail-headers.ts';

/** Decodes a header as a mail program does: unfolds it, decodes encoded words and drops the blank between two of them (RFC 2047). */
function decodeHeader(header: string): string {
  const unfolded = header.replace(/\r\n(?=[ \t])/g, '');
  return unfolded
    .replace(/(=\?UTF-8\?B\?[^?]*\?=)\s+(?==\?UTF-8\?B\?)/g, '$1')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, word: string) => Buffer.from(word, 'base64').toString());
}

const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 200 }),
);
/** Ordinary words mixed with characters that would end a header. */
const attacks = fc.array(
  fc.oneof(anything, fc.constantFrom('\r\n', '\n', '\r', '\0', '\u2028', '\u0085', 'Bcc: x@example.org', '=?UTF-8?B?', '?=')),
  { maxLength: 8 },
);

describe('the text of a header', () => {
  test('decodes to what it was, on one line', () => {
    fc.assert(
      fc.property(attacks, (parts) => {
        const text = parts.join('');
        expect(decodeHeader(headerText(text))).toBe(oneLine(text));
      }),
    );
  });

  test('is printable ASCII, folded at 78 characters, whatever it says', () => {
    fc.assert(
      fc.property(attacks, (parts) => {
        const header = headerText(parts.join(''));
        expect(header.replaceAll('\r\n ', '')).toMatch(/^[\x20-\x7e]*$/);
        for (const line of `Subject: ${header}`.split('\r\n')) expect(line.length).toBeLessThanOrEqual(86);
      }),
    );
  });

  test('cuts no character in two between its encoded words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), (text) => {
        for (const [, word = ''] of headerText(text).matchAll(/=\?UTF-8\?B\?([^?]*)\?=/g)) {
          expect(() => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(word, 'base64'))).not.toThrow();
        }
      }),
    );
  });

  test('keeps any name that a member may have', () => {
    const names = anything.filter((name) => v.is(Name, name)).map((name) => v.parse(Name, name));
    fc.assert(
      fc.property(names, (name) => {
        expect(decodeHeader(headerText(`A letter for ${name}`))).toBe(`A letter for ${name}`);
      }),
    );
  });

  test.each([
    ['plain words', 'Confirm your address', 'Confirm your address'],
    ['a line break and another header', 'Hello\r\nBcc: x@example.org', 'Hello Bcc: x@example.org'],
    ['something that looks encoded', '=?UTF-8?B?eA==?=', '=?UTF-8?B?PT9VVEYtOD9CP2VBPT0/PQ==?='],
    ['a name with an accent', 'Zoë', '=?UTF-8?B?Wm/Dqw==?='],
  ])('of %s is as RFC 2047 has it', (_, text, header) => {
    expect(headerText(text)).toBe(header);
  });
});

describe('a sender', () => {
  test.each([
    ['hello@vonk.example', 'hello@vonk.example', 'hello@vonk.example'],
    ['Vonk <hello@vonk.example>', '"Vonk" <hello@vonk.example>', '"Vonk" <hello@vonk.example>'],
    ['"Vonk, the site" <hello@vonk.example>', '"Vonk, the site" <hello@vonk.example>', '"Vonk, the site" <hello@vonk.example>'],
    ['Vonk "the" site <hello@vonk.example>', '"Vonk \\"the\\" site" <hello@vonk.example>', '"Vonk \\"the\\" site" <hello@vonk.example>'],
    ['Vönk <hello@vonk.example>', '=?UTF-8?B?VsO2bms=?= <hello@vonk.example>', '"Vönk" <hello@vonk.example>'],
  ])('written %s is the header %s', (from, header, readable) => {
    expect([senderHeader(senderOf(from)), readableSender(senderOf(from))]).toEqual([header, readable]);
  });

  test.each(['', 'Vonk', 'Vonk <>', 'Vonk <a@b> <c@d>', 'a@b\r\nBcc: c@d', 'Vonk <a b@c>'])('that is %j is refused', (from) => {
    expect(() => senderOf(from)).toThrow(TypeError);
    expect(isSender(from)).toBe(false);
  });
});

test.each([
  ['smtp://me:key@mail.example:2525', true],
  ['smtps://mail.example', true],
  ['https://:key@mail.example/emails', true],
  ['http://127.0.0.1:9', true],
  ['http://:key@mail.example/emails', false],
  ['ftp://mail.example', false],
  ['mail.example', false],
  ['smtp:', false],
])('%s is a valid MAIL_URL: %s', (text, isOne) => {
  expect(isMailUrl(text)).toBe(isOne);
});

test('an address with anything appended is refused', () => {
  fc.assert(
    fc.property(fc.emailAddress(), anything, (email, rest) => {
      fc.pre(/[\s<>,;:"()[\]\\\p{Cc}]/u.test(rest));
      expect(checkedAddress(email)).toBe(email);
      expect(() => checkedAddress(`${email}${rest}`)).toThrow(TypeError);
    }),
  );
});
