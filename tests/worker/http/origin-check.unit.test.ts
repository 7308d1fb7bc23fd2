import { expect, test } from 'vitest';
import { requireSameOrigin } from '../../../worker/http/origin-check.ts';

const SITE_URL = 'https://vonk.example';

const isRefused = (headers: Readonly<Record<string, string>>, ENVIRONMENT: 'production' | 'development', site = SITE_URL) => {
  try {
    requireSameOrigin(new Request(site, { headers }), { ENVIRONMENT, SITE_URL: site });
    return false;
  } catch {
    return true;
  }
};

test.each(['http://localhost:8787', 'http://127.0.0.1:8787'])('a page of %s is of this site in development, on its port', (Origin) => {
  const site = 'http://vonk.example:8787';
  expect([isRefused({ Origin }, 'development', site), isRefused({ Origin }, 'production', site)]).toEqual([false, true]);
  expect(isRefused({ Origin }, 'development', 'http://vonk.example:9999')).toBe(true);
});

test.each([
  [{}, false],
  [{ Origin: SITE_URL }, false],
  [{ Origin: 'null' }, true],
  [{ Origin: 'https://elsewhere.example' }, true],
  [{ Origin: SITE_URL, 'Sec-Fetch-Site': 'same-origin' }, false],
  [{ 'Sec-Fetch-Site': 'none' }, false],
  [{ 'Sec-Fetch-Site': 'same-site' }, true],
  [{ Origin: SITE_URL, 'Sec-Fetch-Site': 'cross-site' }, true],
] as const)('a request with the headers %j is refused: %s', (headers, refused) => {
  expect(isRefused({ ...headers }, 'production')).toBe(refused);
});
