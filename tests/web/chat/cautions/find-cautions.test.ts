import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAUTION_LISTS } from '../../../../web/features/chat/cautions/caution-lists.ts';
import { cautionsIn } from '../../../../web/features/chat/cautions/find-cautions.ts';
import { cpuMsOf } from '../../../support/timing/cpu-time.ts';

const TABLE: readonly (readonly [text: string, ...cautions: string[]])[] = [
  ['Is the boat still in Utrecht?'],
  ['Ik vind het net zo leuk als jij. Is het ver? Me too, de trein gaat om 10.30.'],
  ['Zondag 01-02-2026 10.30 uur, 20 euro p.p. bij het station en/of daarna.'],
  ['I was born in 1994, my dog is 3 and we walk 12.5 km a day, that is 4.5/5 for me.'],
  ['Leuk,de zee! Kom.je mee? Ja.is goed.'],
  ['What’s your favourite app for birds?'],
  ['Look at https://photos.example/me', 'link'],
  ['see www.example.de', 'link'],
  ['mijnpagina.nl', 'link'],
  ['bit,ly/abc', 'link'],
  ['go to bit . ly slash abc', 'link'],
  ['example (dot) com', 'link'],
  ['kijk op voorbeeld punt nl', 'link'],
  ['hallo.de/foto', 'link'],
  ['ｗｗｗ．example．ｃｏｍ', 'link'],
  ['t.me/someone', 'link'],
  ['Do you have WhatsApp?', 'elsewhere'],
  ['w h a t s a p p me', 'elsewhere'],
  ['W.H.A.T.S.A.P.P', 'elsewhere'],
  ['wh4t$app', 'elsewhere'],
  ['Whats​app', 'elsewhere'],
  ['whаtsарp with other letters', 'elsewhere'],
  ['t\u0301e\u0301legram', 'elsewhere'],
  ['te1egram', 'elsewhere'],
  ['bel me op 06 - 12 34 56 78', 'elsewhere'],
  ['+31 6 12345678', 'elsewhere'],
  ['(555) 123-4567', 'elsewhere'],
  ['chiamami al 333 1234567', 'elsewhere'],
  ['llámame al 612 345 678', 'elsewhere'],
  ['zadzwoń 601-234-567', 'elsewhere'],
  ['0️⃣6️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣', 'elsewhere'],
  ['I am @marit.sails there', 'elsewhere'],
  ['marit (at) example (dot) org', 'elsewhere'],
  ['Could you buy me a gift card?', 'money'],
  ['stuur me een cadeaukaart', 'money'],
  ['GIFT   CARDS', 'money'],
  ['Western Union is fine', 'money'],
  ['Mijn rekeningnummer is NL91 ABNA 0417 1643 00', 'money'],
  ['NL91ABNA0417164300', 'money'],
  ['Beleggen in crypto levert veel op', 'money'],
  ['b i t c o i n', 'money'],
  ['Heb je financiële problemen?', 'money'],
  ['0x52908400098527886E0F7030069857D2E4169EE7', 'money'],
  ['Add me on Telegram and I will tell you about bitcoin: bit.ly/rich', 'money', 'link', 'elsewhere'],
];

/** Ways in which a word is made hard to find and easy to read. */
const DISGUISES: readonly ((word: string) => string)[] = [
  (word) => word.toUpperCase(),
  (word) => [...word].join('\u200b'),
  (word) => [...word].map((letter) => `${letter}\u0301`).join(''),
  (word) => [...word].join(' '),
  (word) => [...word].join('.'),
  (word) => word.replaceAll('o', '0').replaceAll('e', '3').replaceAll('l', '1'),
  (word) => [...word].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)).join(''),
];

const plainWords = (entries: readonly string[]) =>
  entries.map((entry) => entry.replace('*', '')).filter((entry) => /^[a-z]{5,}$/.test(entry));

describe('cautions', () => {
  it.each(TABLE)('of "%s"', (text, ...cautions) => {
    expect(cautionsIn(text)).toEqual(cautions);
  });

  it('find every listed word in every disguise, wherever it stands', () => {
    const listed = [
      ...plainWords(CAUTION_LISTS.money).map((word) => ['money', word] as const),
      ...plainWords(CAUTION_LISTS.elsewhere).map((word) => ['elsewhere', word] as const),
    ];
    const around = fc.constantFrom('', 'hello there ', 'kom je (', '¡', '— ');
    fc.assert(
      fc.property(fc.constantFrom(...listed), fc.constantFrom(...DISGUISES), around, ([caution, word], disguise, before) => {
        expect(cautionsIn(`${before}${disguise(word)} ok?`)).toContain(caution);
      }),
      { numRuns: 500 },
    );
  });

  it('are found in any text within 250 ms, the same each time', () => {
    const part = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom('a.', '0 ', '(dot)', '@', '\u0301', 'http', ' . '));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), fc.integer({ min: 1, max: 60 }), (parts, times) => {
        const text = parts.join('').repeat(times).slice(0, 5000);
        let found: unknown;
        expect(
          cpuMsOf(() => {
            found = cautionsIn(text);
          }),
        ).toBeLessThan(250);
        expect(cautionsIn(text)).toEqual(found);
      }),
      { numRuns: 100 },
    );
  });
});
