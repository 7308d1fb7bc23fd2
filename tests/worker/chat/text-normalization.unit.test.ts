import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containsAnyPhrase, normalizedText } from '../../../worker/features/chat/text-normalization.ts';
import { cpuMsOf } from '../../support/timing/cpu-time.ts';

describe('a hidden word', () => {
  test.each([
    ['crypto', 'Do you like CRYPTO?'],
    ['Crypto', 'crypto'],
    ['crypto', 'ｃｒｙｐｔｏ is it'],
    ['crypto', 'cry\u200bpto'],
    ['crypto', 'cry\u00adpto'],
    ['crypto', 'c\u0301r\u0335ypto'],
    ['café', 'a cafe\u0301 or a CAFE'],
    ['strasse', 'Straße'],
    ['zloty', 'złoty'],
    ['what is your number', 'So: what is\nyour   number?'],
    ['what’s app', "What's app, then"],
    ['whats-app', 'whats app'],
    ['50', 'for € 50, now'],
    ['€ 50', '€50'],
    ['🔥', 'hot🔥stuff'],
    ['👍', '👍🏽'],
    ['👩‍🚀', 'I am 👩🏾‍🚀!'],
    ['❤', 'much ❤️'],
    ['🇳🇱', 'in 🇳🇱🇧🇪'],
    ['hi 🔥 there', 'Hi🔥there'],
    ['@', 'noor@example.org'],
    ['...', 'well...'],
    ['İstanbul', 'istanbul'],
    ['crypto', 'СRYРТО, with letters of another script'],
    ['нет', 'Нет!'],
  ])('%j is in %j', (word, text) => {
    expect(containsAnyPhrase(text, ['nothing', word])).toBe(true);
  });

  test.each([
    ['crypto', 'cryptography'],
    ['sex', 'Essex'],
    ['your number', 'your lucky number'],
    ['number your', 'your number'],
    ['🚀', '👩‍🚀'],
    ['👩', '👩‍🚀'],
    ['🇱🇧', '🇳🇱🇧🇪'],
    ['...', 'well..'],
    ['\u200b', 'anything'],
    ['  ', 'any thing'],
    ['word', '👍'],
    ['word', ''],
    ['нет', 'Is het ver?'],
  ])('%j is not in %j', (word, text) => {
    expect(containsAnyPhrase(text, [word])).toBe(false);
  });

  test('is found in every text that contains it, whatever its case', () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9éÖłß]{1,12}$/);
    fc.assert(
      fc.property(fc.array(word), word, fc.array(word), fc.constantFrom(' ', ', ', '\n', ' — ', '! '), (before, wanted, after, between) => {
        expect(containsAnyPhrase([...before, wanted.toUpperCase(), ...after].join(between), [wanted])).toBe(true);
      }),
    );
  });

  test('is searched for quickly, also two hundred of the longest words in the longest text', () => {
    const words = Array.from({ length: 200 }, (_, i) => `${'a '.repeat(48)}${i}`);
    const search = () => expect(containsAnyPhrase('a '.repeat(2500), words)).toBe(false);
    expect(cpuMsOf(search)).toBeLessThan(500);
  });
});

describe('texts to many strangers', () => {
  test.each([
    ['Hello there', 'hello,  THERE!'],
    ['Hello there', 'Hello 😊 thére'],
    ['👍🏽', '👍'],
    ['Hello there', 'Неllо thеrе'],
    ['He\u200bllo there', 'Hello there'],
    ['?!', ' ?!'],
  ])('%j and %j count as the same', (one, other) => {
    expect(normalizedText(one)).toBe(normalizedText(other));
  });

  test.each([
    ['Hello there', 'Hello you'],
    ['👍', '👎'],
    ['?!', '!?'],
    ['👍', 'hi'],
  ])('%j and %j count as different', (one, other) => {
    expect(normalizedText(one)).not.toBe(normalizedText(other));
  });
});
