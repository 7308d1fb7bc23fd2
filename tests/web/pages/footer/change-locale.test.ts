import { afterEach, expect, test, vi } from 'vitest';
import { changeLocale } from '../../../../web/features/pages/footer/change-locale.ts';
import { currentLocale, initTexts } from '../../../../web/i18n/i18n.ts';

vi.mock('../../../../web/boot/boot.ts', () => ({ boot: { locale: 'en', build: 'b', settings: { domain_language: 'en' } } }));
vi.mock('../../../../web/session/user.ts', () => ({ currentUser: () => null }));

afterEach(() => vi.unstubAllGlobals());

test('of two languages the one that was chosen last stays, whichever loads first', async () => {
  const document = { cookie: '' };
  const { promise: germanTexts, resolve: loadGerman } = Promise.withResolvers<void>();
  vi.stubGlobal('document', document);
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith('/_i18n/de/')) await germanTexts;
    return new Response('{}');
  });
  await initTexts();
  const german = changeLocale('de');
  await changeLocale('nl');
  loadGerman();
  await german;
  expect(currentLocale()).toBe('nl');
  expect(document.cookie).toBe('i18n_redirected=nl; max-age=31536000; path=/; samesite=lax');
});
