import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';

const fixture = vi.hoisted(() => ({ broken: new Map<string, string>(), asked: [] as string[] }));
vi.mock('../../../web/boot/boot.ts', () => ({ boot: { locale: 'nl', build: 'b', settings: { domain_language: 'de' } } }));

let warnings: MockInstance;
beforeEach(() => {
  vi.resetModules();
  fixture.broken.clear();
  fixture.asked = [];
  warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (path: string) => {
    const [, locale, name] = /^\/_i18n\/(\w+)\/([\w-]+)\.json\?v=b$/.exec(path) ?? [];
    const file = `${locale}/${name}`;
    fixture.asked.push(file);
    return new Response(fixture.broken.get(file) ?? JSON.stringify({ said: `${name} in ${locale}` }));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function started() {
  const { initTexts, loadTexts, currentLocale, i18n } = await import('../../../web/i18n/i18n.ts');
  await initTexts();
  const said = (name: string) => i18n.t('said' as never, { ns: name as never });
  return { loadTexts, currentLocale, i18n, said };
}

const BROKEN = {
  'half a file': '{"said":',
  'no object': '[]',
  nothing: '',
  'five megabytes': JSON.stringify({ said: 'x'.repeat(5_000_000) }),
};

test.each(Object.entries(BROKEN))('texts that come as %s fail to load, and load at the next try', async (_, body) => {
  const { loadTexts, said } = await started();
  fixture.broken.set('nl/cards', body);
  await expect(loadTexts(['members', 'cards'])).rejects.toThrow();
  expect(warnings).toHaveBeenCalled();
  fixture.broken.clear();
  await loadTexts(['members', 'cards']);
  expect([said('members'), said('cards')]).toEqual(['members in nl', 'cards in nl']);
});

test('loaded texts are not requested again', async () => {
  const { loadTexts } = await started();
  await loadTexts(['cards']);
  await loadTexts(['cards']);
  expect(fixture.asked).toEqual(['nl/messages', 'nl/cards']);
});

test('texts that are requested during a change of language are loaded in the new one', async () => {
  const { loadTexts, i18n, said } = await started();
  const wanted = loadTexts(['cards']);
  await Promise.all([i18n.changeLanguage('fr'), wanted]);
  expect(said('cards')).toBe('cards in fr');
});

test('a first language that cannot be loaded is replaced by that of the site, then by English', async () => {
  fixture.broken.set('nl/messages', '{"said":');
  const first = await started();
  expect([first.currentLocale(), first.said('core')]).toEqual(['de', 'messages in de']);
  vi.resetModules();
  fixture.broken.set('de/messages', '');
  const second = await started();
  expect([second.currentLocale(), second.said('core')]).toEqual(['en', 'messages in en']);
});
