import { expect, test } from 'vitest';
import { t } from '../browser/support/translations.ts';
import { pauseTimersWhileHidden } from '../support/browser/background-timers.ts';
import { aMember } from '../support/database/factories.ts';
import { inFirefox } from './support/engine-site.ts';
import { isAppRendered, pageOn, until } from './support/page.ts';

const TITLED = [
  { path: '/members', title: t('core:titles.members') },
  { path: '/chats', title: t('core:titles.chats') },
];

inFirefox((site) => {
  for (const { path, title } of TITLED) {
    test(`${path} in a background tab is rendered and has its title before it becomes visible`, async () => {
      const { cookie } = await aMember(site.db, { locale: 'en' });
      const device = await site.device({ cookie });
      await pageOn(await device.tab(), site.url, 'in front').open('/home');
      await device.prepare(pauseTimersWhileHidden);
      const tab = await device.tab({ inBackground: true });
      await tab.open(new URL(path, site.url).href);
      await until(() => tab.run(String(isAppRendered), []), 'the app is rendered').toBe(true);
      await until(() => tab.run('() => document.title', []), 'the title').toBe(`${title} · Vonk`);
      expect(await tab.run('() => document.visibilityState', [])).toBe('hidden');
    });
  }
});
