import { afterAll, expect, test } from 'vitest';
import { t } from '../browser/support/translations.ts';
import { aConversation, aMatch, aMember, newId } from '../support/database/factories.ts';
import { apiClient } from '../support/product/api-client.ts';
import { TEST_VAPID } from '../support/servers/push-service.ts';
import { startAutopush } from './support/autopush-server.ts';
import { untilControlled } from './support/chat-actions.ts';
import { inFirefox } from './support/engine-site.ts';
import { until } from './support/page.ts';

const SECRET = 'Meet me at the old harbour';
const autopush = await startAutopush();
afterAll(autopush.stop);

/** Preferences of Firefox: notifications are allowed, and the push service is that of this test. */
const preferences = {
  'dom.push.enabled': true,
  'dom.push.connection.enabled': true,
  'dom.push.serverURL': autopush.socketUrl,
  'dom.push.testing.allowInsecureServerURL': true,
  'permissions.default.desktop-notification': 1,
  // Firefox draws notifications itself, as there is no desktop here to show them.
  'alerts.useSystemBackend': false,
};

inFirefox(
  (site) => {
    test('a message is pushed, decrypted by the browser and shown without its sender and text', async () => {
      const marit = await aMember(site.db, { name: 'Marit', locale: 'en' });
      const joris = await aMember(site.db, { name: 'Joris', gender: 'male' });
      await aMatch(site.db, joris.id, marit.id);
      const chat = await aConversation(site.db, joris.id, marit.id);
      const page = await site.visit({ cookie: marit.cookie });
      await page.open('/notifications');
      await untilControlled(page);
      await page.evaluate(recordPushes);
      await page.press({ role: 'button', name: t('notifications:push_not_subscribed_button') });
      await page.untilShown({ role: 'button', name: t('notifications:push_subscribed_button') });
      expect(autopush.subscriptions).toBe(1);

      const message = { client_id: newId(), text: SECRET };
      const { status } = await apiClient(site.url, joris.cookie).post('/api/chat.php', { conversation: { id: chat }, message });
      expect(status).toBe(201);
      await until(() => page.evaluate(shownNotifications), 'the notification').toEqual([
        { title: 'Vonk', body: 'You have a new message.', tag: `message/${chat}`, url: `/chats/${chat}` },
      ]);
      await until(async () => autopush.reports, 'the push has been delivered').toEqual(['delivered']);
      expect(autopush.answers).toEqual([201]);
      // The page has the note from the service worker, the push service the report from the browser.
      await until(async () => JSON.parse(await page.evaluate(recordedPushes)), 'the page has the note').toMatchObject([
        { note: { type: 'message', member: marit.id, conversation: chat } },
      ]);
      expect(await page.evaluate(recordedPushes)).not.toMatch(new RegExp(`${SECRET}|Joris|${joris.id}`));

      await page.press({ role: 'button', name: t('notifications:push_subscribed_button') });
      await page.untilShown({ role: 'button', name: t('notifications:push_not_subscribed_button') });
      await until(async () => autopush.subscriptions, 'the browser has unsubscribed').toBe(0);
      expect(site.proxy.errors).toEqual([]);
    });
  },
  { preferences, vars: TEST_VAPID, outbound: autopush.url },
);

/** Runs in the page: records the decrypted pushes that the service worker posts to its pages. */
function recordPushes(): void {
  const heard: unknown[] = [];
  Object.assign(window, { heard });
  navigator.serviceWorker.addEventListener('message', ({ data }) => heard.push(data));
}

/** Runs in the page: returns the recorded pushes as JSON. */
const recordedPushes = (): string => JSON.stringify(Reflect.get(window, 'heard'));

/** Runs in the page: returns the notifications that the browser shows. */
async function shownNotifications() {
  const registration = await navigator.serviceWorker.ready;
  const shown = await registration.getNotifications();
  return shown.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }));
}
