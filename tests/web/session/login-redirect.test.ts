import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { loginPath, safePath } from '../../../web/session/login-redirect.ts';
import { paramsOf } from '../../../web/ui/navigation/page-params.ts';
import { idOf } from '../fixtures.ts';

const SITE = 'https://vonk.example';

beforeAll(() => {
  vi.stubGlobal('location', new URL(`${SITE}/login`));
  return () => vi.unstubAllGlobals();
});

const nextOf = (path: string) => new URL(path, SITE).searchParams.get('next');

describe('the address opened after a login', () => {
  test.each(['/home', '/likes/matches?from=a%20letter&x=1#second', '/', '/members/?next=//evil.example'])('keeps %s', (path) => {
    expect(safePath(path)).toBe(path);
  });

  test.each([
    null,
    '',
    'home',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    'https://evil.example/home',
    'https:evil.example',
    'javascript:alert(1)',
    ' //evil.example',
    '//',
    '/.//',
    '/.//evil.example',
    '/a/..//evil.example',
  ])('refuses %j', (wanted) => {
    expect(safePath(wanted)).toBeNull();
  });

  test('never leaves the site, whatever the query says', () => {
    const hostile = fc.stringMatching(/^[/\\\t\n\r .:@?#a-z-]{0,24}$/);
    fc.assert(
      fc.property(
        fc.oneof(
          hostile,
          fc.webUrl(),
          fc.string(),
          hostile.map((text) => `/${text}`),
        ),
        (wanted) => {
          const path = safePath(wanted);
          if (path === null) return;
          expect(new URL(path, SITE).origin).toBe(SITE);
          expect(path.startsWith('/')).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('survives in the address of the login page', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), fc.webFragments(), (path, query, fragment) => {
        const { pathname, search, hash } = new URL(`${SITE}/a${path}?${query}#${fragment}`);
        expect(safePath(nextOf(loginPath({ pathname, search, hash })))).toBe(`${pathname}${search}${hash}`);
      }),
    );
  });
});

describe('the parameters in an address', () => {
  test.each([
    [`/members/${idOf('marit')}`, { memberId: idOf('marit') }],
    [`/members/${idOf('marit')}/chat`, { memberId: idOf('marit') }],
    [`/likes/m/${idOf('marit')}/`, { memberId: idOf('marit') }],
    [`/chats/${idOf('talk')}`, { chatId: idOf('talk') }],
    ['/likes/matches', { type: 'matches' }],
    ['/likes', {}],
    ['/chats/short', {}],
    ['/nobody/at-all', {}],
  ])('%s', (path, params) => {
    expect(paramsOf(path)).toEqual(params);
  });
});
