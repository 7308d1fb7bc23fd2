import { beforeEach, expect, test } from 'vitest';
import { messages } from '#db/schema/index';
import { t } from '../browser/support/translations.ts';
import { aConversation, aMember, newId, type TestMember } from '../support/database/factories.ts';
import { apiClient } from '../support/product/api-client.ts';
import { inEachEngine } from './support/engine-site.ts';
import type { BrowserPage } from './support/page.ts';

const untilControlled = (page: BrowserPage) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? 'none')).toBe('activated');

inEachEngine((site) => {
  let joris: TestMember;
  let marit: TestMember;
  let chat: string;
  beforeEach(async () => {
    joris = await aMember(site.db, { name: 'Joris', gender: 'male', credits: 9, locale: 'en' });
    marit = await aMember(site.db, { name: 'Marit', gender: 'female', credits: 9 });
    chat = await aConversation(site.db, joris.id, marit.id);
  });

  test('one page after the other is rendered, although each writes to its storage when it is left', async () => {
    const page = await site.visit({ cookie: joris.cookie });
    await page.open('/home');
    await untilControlled(page);
    for (let round = 1; round <= 3; round += 1) {
      for (const path of ['/members', '/chats', '/likes', '/notifications']) {
        await page.open(path);
        await page.untilAddress(path);
      }
    }
  });

  test('after a message was received and answered in a thread, the next pages are rendered', async () => {
    const page = await site.visit({ cookie: joris.cookie });
    await page.open('/home');
    await untilControlled(page);
    await page.open(`/chats/${chat}`);
    const message = { client_id: newId(), text: 'Do you sail?' };
    const { status } = await apiClient(site.url, marit.cookie).post('/api/chat.php', { conversation: { id: chat }, message });
    expect(status).toBe(201);
    await page.untilShown({ text: 'Do you sail?' });
    await page.write(t('chat:message'), 'On Sundays');
    await page.press({ role: 'button', name: new RegExp(`^${t('chat:send')}`) });
    await expect
      .poll(async () => (await site.db.select().from(messages)).map(({ text }) => text).toSorted())
      .toEqual(['Do you sail?', 'On Sundays']);
    for (const path of ['/members', '/likes', `/chats/${chat}`]) await page.open(path);
    await page.untilShown({ text: 'On Sundays' });
  });
});
