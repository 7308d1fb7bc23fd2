import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseUserAgent } from '../../../../web/ui/devices/device-name.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

describe('the name of a device', () => {
  test.each([
    ['Firefox', 'Windows', false, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'],
    ['Chrome', 'Linux', false, `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`],
    ['Chrome', 'ChromeOS', false, `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`],
    ['Edge', 'Windows', false, `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0.0.0`],
    ['Opera', 'macOS', false, `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36 OPR/120.0.0.0`],
    ['Samsung Internet', 'Android', true, 'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36'],
    ['Safari', 'macOS', false, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'],
    ['Safari', 'iPhone', true, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'],
    ['Chrome', 'iPhone', true, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Mobile/15E148 Safari/604.1'],
    ['Firefox', 'iPad', true, 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) FxiOS/143.0 Mobile/15E148 Safari/605.1.15'],
    ['Firefox', 'Android', true, 'Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0'],
    [
      'Chrome',
      'Linux',
      false,
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    ],
    [null, 'Android', true, 'Dalvik/2.1.0 (Linux; U; Android 14)'],
    [null, null, false, 'curl/8.11.0'],
    [null, null, false, ''],
  ])('is %s on %s', (browser, system, isHandheld, userAgent) => {
    expect(parseUserAgent(userAgent)).toMatchObject({ browser, system, isHandheld });
  });

  test('has the trimmed user agent as its raw name, cut to 40 characters and an ellipsis', () => {
    expect(parseUserAgent('  curl/8.11.0 ').raw).toBe('curl/8.11.0');
    expect(parseUserAgent('x'.repeat(300)).raw).toBe(`${'x'.repeat(40)}…`);
  });

  test('never cuts a character in two, and names nothing for a user agent without capital letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 255 }), (userAgent) => {
        const { browser, system, raw } = parseUserAgent(userAgent);
        expect(raw.isWellFormed()).toBe(true);
        expect([...raw].length).toBeLessThanOrEqual(41);
        if (!/[A-Z]/.test(userAgent)) expect([browser, system]).toEqual([null, null]);
      }),
    );
  });
});
