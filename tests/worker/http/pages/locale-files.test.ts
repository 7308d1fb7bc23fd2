import { expect, test } from 'vitest';
import { testSite } from '../../../support/product/test-site.ts';

const site = testSite();

test.each([
  ['/_i18n/en/messages.json?v={build}', 200, 'public, max-age=86400, immutable'],
  ['/_i18n/nl/messages.json', 200, 'no-cache'],
  ['/_i18n/en/messages.json?v=of-another-build', 200, 'no-cache'],
  ['/_i18n/en/signup.json?v={build}', 200, 'public, max-age=86400, immutable'],
  ['/_i18n/sv/messages.json', 404, 'no-store'],
  ['/_i18n/en/nothing.json?v={build}', 404, 'no-store'],
  ['/_i18n/en/..%2Fnl%2Fmessages.json', 404, 'no-store'],
  ['/_i18n/en/messages', 404, 'no-store'],
])('%s answer %i and may be cached %s', async (address, status, kept) => {
  const [, build = ''] = /data-build="([^"]+)"/.exec(String((await site.visitor.get('/')).body)) ?? [];
  const answer = await site.visitor.get(address.replace('{build}', build));
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([status, kept]);
  if (status === 200) expect(answer.headers.get('Content-Type')).toBe('application/json; charset=UTF-8');
});
