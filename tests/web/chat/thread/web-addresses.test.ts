import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitWebAddresses, type WebAddress } from '../../../../web/features/chat/thread/web-addresses.ts';

const addressesIn = (text: string) => splitWebAddresses(text).filter((part): part is WebAddress => typeof part !== 'string');
const hostIn = (text: string) => addressesIn(text)[0]?.host;

describe('the addresses of a text', () => {
  test('stand between the text around them', () => {
    expect(splitWebAddresses('Look: https://vonk.example/a?b=1#c, or www.vonk.example.')).toEqual([
      'Look: ',
      { written: 'https://vonk.example/a?b=1#c', scheme: 'https://', userInfo: '', host: 'vonk.example', rest: '/a?b=1#c' },
      ', or ',
      { written: 'www.vonk.example', scheme: '', userInfo: '', host: 'www.vonk.example', rest: '' },
      '.',
    ]);
  });

  test.each([
    ['(see https://vonk.example/a)', 'https://vonk.example/a'],
    ['https://vonk.example/a_(b)', 'https://vonk.example/a_(b)'],
    ['“https://vonk.example”', 'https://vonk.example'],
    ['is it https://vonk.example?!', 'https://vonk.example'],
    ['https://vonk.example:8080/a', 'https://vonk.example:8080/a'],
    ['HTTPS://Vonk.Example', 'HTTPS://Vonk.Example'],
  ])('in %s leave out the punctuation of the sentence', (text, written) => {
    expect(addressesIn(text).map((address) => address.written)).toEqual([written]);
  });

  test.each(['no address', 'https://', 'http://[', 'ftp://vonk.example', 'javascript://vonk.example', '', 'a www. b'])(
    'are none in %j',
    (text) => {
      expect(splitWebAddresses(text).join('')).toBe(text);
    },
  );

  test('lose nothing of what was written, for any text', () => {
    const part = fc.constantFrom(
      'https://',
      'http:',
      '//',
      'www.',
      'a.example',
      '@',
      ':',
      '/',
      '\\',
      '?',
      '#',
      '.',
      ')',
      '(',
      '%65',
      'ä',
      'р',
      ' ',
      '8',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        const text = parts.join('');
        const written = splitWebAddresses(text).map((piece) => (typeof piece === 'string' ? piece : piece.written));
        expect(written.join('')).toBe(text);
      }),
    );
  });
});

describe('the host that is shown', () => {
  test.each([
    ['https://bank.example@evil.example/login', 'evil.example'],
    ['https://bank.example:443@evil.example', 'evil.example'],
    ['https://bank.example%2F@evil.example', 'evil.example'],
    ['https://a@bank.example@evil.example', 'evil.example'],
    ['https://evil.example\\@bank.example', 'evil.example'],
    ['https://evil.example?@bank.example', 'evil.example'],
    ['https://evil.example#@bank.example', 'evil.example'],
    ['https:///evil.example/bank.example', 'evil.example'],
    ['https://%65vil.example/', 'evil.example'],
    ['http://3232235777/bank.example', '192.168.1.1'],
    ['https://EVIL.example', 'evil.example'],
    ['http://0x7f.1/bank.example', '127.0.0.1'],
    ['http://[::1]:80/bank', '[::1]'],
  ])('of %s is the one that a browser opens', (text, host) => {
    expect(hostIn(text)).toBe(host);
  });

  test.each([
    ['https://münchen.example', 'münchen.example'],
    ['https://żółw.example', 'żółw.example'],
    ['https://пример.рф', 'пример.рф'],
    ['https://xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
    ['https://p\u0430ypal.example', 'xn--pypal-4ve.example'],
    ['https://\u0430\u0440\u0440\u04cf\u0435.com', 'xn--80ak6aa92e.com'],
    ['https://\u0261oogle.example', 'xn--oogle-qmc.example'],
    ['https://b\u0131ng.example', 'xn--bng-jua.example'],
  ])('of %s is in ASCII if letters of several scripts or look-alikes are in it', (text, host) => {
    expect(hostIn(text)).toBe(host);
  });

  test('is what a browser opens, for any address', () => {
    const word = fc.constantFrom('bank.example', 'evil.example', '@', ':', ':8', '/', '\\', '?', '#', '%65', '//', 'ä', 'р', '1');
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => {
        for (const { written, host } of addressesIn(`https://${words.join('')}`)) {
          expect(new URL(`https://${host}`).hostname).toBe(new URL(written).hostname);
        }
      }),
    );
  });
});
