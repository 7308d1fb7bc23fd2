import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAIL_DOMAINS, webmailUrlOf } from '../../../../web/ui/email/mail-providers.ts';
import { MAX_EDIT_DISTANCE, suggestEmail } from '../../../../web/ui/email/suggest-email.ts';

describe('the address suggested for a typed one', () => {
  test.each([
    ['joris@gmial.com', 'joris@gmail.com'],
    ['joris@gmail.con', 'joris@gmail.com'],
    ['joris@gmail.co', 'joris@gmail.com'],
    ['joris@hotmial.nl', 'joris@hotmail.nl'],
    ['joris@zigo.nl', 'joris@ziggo.nl'],
    ['joris@kpnmial.nl', 'joris@kpnmail.nl'],
    ['joris@telent.be', 'joris@telenet.be'],
    ['joris@skynett.be', 'joris@skynet.be'],
    ['joris@t-onlin.de', 'joris@t-online.de'],
    ['joris@wanado.fr', 'joris@wanadoo.fr'],
    ['joris@libbero.it', 'joris@libero.it'],
    ['joris@telefonca.net', 'joris@telefonica.net'],
    ['joris@intera.pl', 'joris@interia.pl'],
    [' Joris.V+x@GMIAL.com ', 'Joris.V+x@gmail.com'],
  ])('%s: %s', (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant);
  });

  test.each(['', 'joris', 'joris@', 'joris@gmial', 'a@b@gmial.com', '@gmial.com', 'joris@my-own-company.example', 'joris@gmail.com'])(
    '%j gets no suggestion',
    (typed) => {
      expect(suggestEmail(typed)).toBeNull();
    },
  );
});

/** The Levenshtein distance: insertions, deletions and substitutions. */
function distance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, i) => Array.from({ length: other.length + 1 }, (__, j) => (i === 0 ? j : i)));
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= one.length; i += 1) {
    for (let j = 1; j <= other.length; j += 1) {
      const row = rows[i];
      if (row) row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + Number(one[i - 1] !== other[j - 1]));
    }
  }
  return at(one.length, other.length);
}

const name = fc.stringMatching(/^[a-z][a-z0-9.]{0,8}[a-z0-9]$/).filter((text) => !text.includes('..'));
const domain = fc.constantFrom(...MAIL_DOMAINS);
/** A provider's domain with one typing error. */
const slipped = fc
  .tuple(domain, fc.nat(30), fc.constantFrom('drop', 'double', 'swap', 'change'), fc.constantFrom('a', 'e', 'm', 'x', 'l'))
  .map(([right, place, slip, letter]) => {
    const i = place % right.length;
    const [before, after] = [right.slice(0, i), right.slice(i + 1)];
    if (slip === 'drop') return before + after;
    if (slip === 'double') return before + right[i] + right.slice(i);
    if (slip === 'change') return before + letter + after;
    return before + (after[0] ?? '') + right[i] + after.slice(1);
  });
const anyDomain = fc.oneof(slipped, fc.domain(), domain);

describe('a suggestion', () => {
  test('is never the typed address, always at a listed provider, and keeps what stands before the @', () => {
    fc.assert(
      fc.property(name, anyDomain, (before, typed) => {
        const meant = suggestEmail(`${before}@${typed}`);
        if (meant === null) return;
        expect(meant).not.toBe(`${before}@${typed}`);
        expect(meant.startsWith(`${before}@`)).toBe(true);
        expect(MAIL_DOMAINS).toContain(meant.slice(before.length + 1));
      }),
      { numRuns: 3000 },
    );
  });

  test('is never far from what was typed: as a whole, or in its name and in its ending', () => {
    fc.assert(
      fc.property(anyDomain, (typed) => {
        const meant = suggestEmail(`joris@${typed}`)?.slice('joris@'.length);
        if (!meant) return;
        const [ownName = '', ...ownEnd] = typed.toLowerCase().split('.');
        const [meantName = '', ...meantEnd] = meant.split('.');
        // The spell checker halves differences of length, so that its distance of 2 is at most a Levenshtein distance of 4.
        const isNear = (one: string, other: string) => distance(one, other) <= MAX_EDIT_DISTANCE * 2;
        expect(isNear(typed.toLowerCase(), meant) || (isNear(ownName, meantName) && isNear(ownEnd.join('.'), meantEnd.join('.')))).toBe(
          true,
        );
      }),
      { numRuns: 3000 },
    );
  });

  test('is never made for a listed provider', () => {
    fc.assert(
      fc.property(name, domain, fc.boolean(), (before, listed, isUpperCase) => {
        expect(suggestEmail(`${before}@${isUpperCase ? listed.toUpperCase() : listed}`)).toBeNull();
      }),
    );
  });
});

test('no provider is listed twice', () => {
  expect(new Set(MAIL_DOMAINS).size).toBe(MAIL_DOMAINS.length);
});

test.each([
  ['gmail.com', 'https://mail.google.com/'],
  ['hotmail.co.uk', 'https://outlook.live.com/'],
  ['yahoo.fr', 'https://mail.yahoo.com/'],
  ['wp.pl', 'https://poczta.wp.pl/'],
  ['example.org', null],
  [null, null],
])('the mailbox of %s is at %s', (provider, mailbox) => {
  expect(webmailUrlOf(provider)).toBe(mailbox);
});
