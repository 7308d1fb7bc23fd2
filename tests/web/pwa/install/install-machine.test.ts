import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createStore } from '../../../../web/platform/store.ts';
import type { InstallPromptEvent } from '../../../../web/pwa/install/install-event.ts';
import { createInstall, guideFor, type InstallGuideMethod } from '../../../../web/pwa/install/install-machine.ts';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('the guide for installing by hand', () => {
  test.each([
    ['Safari on an iPhone', `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, 5, 'share'],
    ['Chrome on an iPhone', `${IPHONE} CriOS/130.0.6723.90 Mobile/15E148 Safari/604.1`, 5, 'share'],
    ['Firefox on an iPhone', `${IPHONE} FxiOS/132.0 Mobile/15E148 Safari/605.1.15`, 5, 'share'],
    ['Safari on an iPad', `${MAC} Version/18.1 Safari/605.1.15`, 5, 'share'],
    ['Safari on a Mac', `${MAC} Version/18.1 Safari/605.1.15`, 0, 'dock'],
    ['an old Safari on a Mac', `${MAC} Version/16.6 Safari/605.1.15`, 0, null],
    ['Firefox on Android', 'Mozilla/5.0 (Android 15; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 5, 'menu'],
    ['Firefox on a computer', 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 0, null],
    [
      'Chrome on Android',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
      5,
      null,
    ],
    [
      'Chrome on a Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
      0,
      null,
    ],
    ['a browser inside another app', `${IPHONE} Mobile/15E148 Instagram 300.0.0`, 5, null],
    ['nothing known', '', 0, null],
  ])('of %s', (_, userAgent, touchPoints, way) => {
    expect(guideFor({ userAgent, touchPoints, isStandalone: false })).toBe(way);
    expect(guideFor({ userAgent, touchPoints, isStandalone: true })).toBeNull();
  });
});

/** A browser's offer to install, and the member's answer to it by `answer`. */
function anOffer() {
  const { promise: userChoice, resolve } = Promise.withResolvers<{ outcome: 'accepted' | 'dismissed' }>();
  const prompt = vi.fn(async () => undefined);
  const offer: InstallPromptEvent = Object.assign(new Event('beforeinstallprompt'), { prompt, userChoice });
  return { offer, prompt, answer: (outcome: 'accepted' | 'dismissed') => resolve({ outcome }) };
}

function anInstall({ guide = null, isStandalone = false }: { guide?: InstallGuideMethod | null; isStandalone?: boolean } = {}) {
  const offer = createStore<InstallPromptEvent | null>(null);
  return { offer, ...createInstall({ promptEvent: offer, guide, isStandalone }) };
}

describe('installing by the browser’s prompt', () => {
  test('is nothing until the browser offers it', async () => {
    const { view, ask, offer } = anInstall();
    await ask();
    expect(view.get()).toEqual({ state: 'none', method: null });
    offer.set(anOffer().offer);
    expect(view.get()).toEqual({ state: 'available', method: 'prompt' });
  });

  test.each([
    ['accepted', 'accepted'],
    ['dismissed', 'cancelled'],
  ] as const)('is shown once, and then %s', async (outcome, state) => {
    const { view, ask, offer } = anInstall();
    const browserOffer = anOffer();
    offer.set(browserOffer.offer);
    const asked = ask();
    expect(view.get().state).toBe('shown');
    await ask();
    browserOffer.answer(outcome);
    await asked;
    expect(view.get().state).toBe(state);
    expect([browserOffer.prompt.mock.calls.length, offer.get()]).toEqual([1, null]);
    await ask();
    expect(view.get().state).toBe(state);
  });

  test('is cancelled if the browser refuses to prompt', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { view, ask, offer } = anInstall();
    const browserOffer = anOffer();
    browserOffer.prompt.mockRejectedValueOnce(new DOMException('no gesture', 'NotAllowedError'));
    offer.set(browserOffer.offer);
    await ask();
    expect(view.get().state).toBe('cancelled');
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  test('is available again when the browser offers it again', async () => {
    const { view, ask, offer } = anInstall();
    const browserOffer = anOffer();
    offer.set(browserOffer.offer);
    browserOffer.answer('dismissed');
    await ask();
    offer.set(anOffer().offer);
    expect(view.get().state).toBe('available');
  });

  test('is accepted as soon as the browser says it is installed, whatever is said after', async () => {
    const { view, ask, offer, noteInstalled } = anInstall();
    const browserOffer = anOffer();
    offer.set(browserOffer.offer);
    const asked = ask();
    noteInstalled();
    expect(view.get().state).toBe('accepted');
    browserOffer.answer('dismissed');
    await asked;
    expect(view.get().state).toBe('accepted');
  });
});

describe('installing by hand', () => {
  test('opens the guide, and closes it again', async () => {
    const { view, ask, close } = anInstall({ guide: 'share' });
    expect(view.get()).toEqual({ state: 'available', method: 'share' });
    await ask();
    expect(view.get().state).toBe('shown');
    close();
    expect(view.get().state).toBe('available');
  });

  test('gives way to the browser’s prompt', () => {
    const { view, offer } = anInstall({ guide: 'menu' });
    offer.set(anOffer().offer);
    expect(view.get().method).toBe('prompt');
  });
});

test('the installed app offers nothing, whatever happens', () => {
  const act = fc.constantFrom('offer', 'ask', 'close', 'installed');
  fc.assert(
    fc.property(fc.array(act), fc.constantFrom('share', 'dock', 'menu', null), (acts, guide) => {
      const { view, offer, ask, close, noteInstalled } = anInstall({ guide, isStandalone: true });
      const does = { offer: () => offer.set(anOffer().offer), ask: () => void ask(), close, installed: noteInstalled };
      for (const name of acts) does[name]();
      expect(view.get()).toEqual({ state: 'none', method: null });
    }),
  );
});
