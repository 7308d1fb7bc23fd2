import { expect, test } from 'vitest';
import { isSlugged, LANDER_SLUGS } from '#contract/pages/landers';
import { PAGES, type PageName } from '#contract/pages/page-routes';
import { orders } from '#db/schema/index';
import { aConversation, aMember, anOrderRow } from '../support/database/factories.ts';
import { TEST_TIMEOUT_MS } from '../support/timing/timeouts.ts';
import { untilControlled } from './support/chat-actions.ts';
import { inEachEngine } from './support/engine-site.ts';

/** An address of every page, with these values for its parameters. */
function pathsWith(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(PAGES).map(([name, { path }]) => {
    const slug = isSlugged(name as PageName) ? LANDER_SLUGS[name as keyof typeof LANDER_SLUGS][0] : '';
    return path.replaceAll(/:(\w+)/g, (_, key: string) => (key === 'slug' ? slug : (values[key] ?? '')));
  });
}

/** Runs in the page: whether it has a visible heading and a title that is not that of an error. */
const screenState = () => ({
  hasHeading: [...document.querySelectorAll('h1')].some((heading) => heading.checkVisibility()),
  isError: /^Error/.test(document.title),
  isNamed: document.title.includes('Vonk') && document.title !== 'Vonk',
});

inEachEngine((site) => {
  const populate = async () => {
    const joris = await aMember(site.db, { name: 'Joris', locale: 'en', credits: 5 });
    const marit = await aMember(site.db, { name: 'Marit', locale: 'en' });
    const order = anOrderRow({ memberId: joris.id, status: 'paid' });
    await site.db.insert(orders).values(order);
    const chatId = await aConversation(site.db, joris.id, marit.id);
    const values = { memberId: marit.id, chatId, transactionId: order.id, creditId: 'pack-50', paymentMethod: 'ideal', type: 'matches' };
    return { cookie: joris.cookie, paths: pathsWith(values) };
  };

  for (const who of ['a visitor', 'a member']) {
    for (const isControlled of [false, true]) {
      test(`every page is rendered for ${who}${isControlled ? ', with the service worker in control' : ''}`, {
        timeout: 3 * TEST_TIMEOUT_MS,
      }, async () => {
        const { cookie, paths } = await populate();
        site.proxy.servesServiceWorker = isControlled;
        const page = await site.visit(who === 'a member' ? { cookie } : {});
        await page.open('/pages/faq');
        if (isControlled) await untilControlled(page);
        const faults: string[] = [];
        for (const path of paths) {
          const fault = await page
            .open(path)
            .then(() => page.untilValue(screenState, { hasHeading: true, isError: false, isNamed: true }))
            .then(() => '', String);
          if (fault) faults.push(`${path}: ${fault.split('\n').slice(0, 3).join(' ')}`);
        }
        expect(faults).toEqual([]);
        expect(site.proxy.errors).toEqual([]);
      });
    }
  }
});
