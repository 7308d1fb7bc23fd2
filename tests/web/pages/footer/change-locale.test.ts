import { afterEach, expect, test, vi } from 'vitest';
import { changeLocale } from '../../../../web/features/pages/footer/change-locale.ts';
import { currentLocale, i18n, initTexts } from '../../../../web/i18n/i18n.ts';

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

test('the server knows the language before the page has changed to it and asks for names', async () => {
  const document = { cookie: '' };
  vi.stubGlobal('document', document);
  vi.stubGlobal('fetch', async () => new Response('{}'));
  await initTexts();
  const cookies: string[] = [];
  const note = () => cookies.push(document.cookie.split(';')[0] ?? '');
  i18n.on('languageChanged', note);
  await changeLocale('fr');
  i18n.off('languageChanged', note);
  expect(cookies).toEqual(['i18n_redirected=fr']);
});
