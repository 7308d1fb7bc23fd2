import type { Page, Route } from 'playwright-core';
import { enablePush, type FakePush, fakePush } from '../../../scripts/lib/screenshots/fake-push.ts';

/**
 * Enables push for a page, which the test site and its browser do not support. Returns the bodies in which the page sends its subscription.
 */
export async function withPush(page: Page, permission: FakePush): Promise<unknown[]> {
  const sent: unknown[] = [];
  const addPushKey = async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: enablePush(await response.text()) });
  };
  await page.route('**', (route) => (route.request().resourceType() === 'document' ? addPushKey(route) : route.fallback()));
  await page.route('**/api/settings.php*', addPushKey);
  await page.route('**/api/user.php?push=1', (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status: 204 });
  });
  await fakePush(page, permission);
  return sent;
}
