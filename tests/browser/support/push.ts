import type { Page, Route } from 'playwright-core';
import { type FakePush, fakePush } from '../../../scripts/lib/screenshots/fake-push.ts';
import { pushes } from '../../../scripts/lib/screenshots/push-enabled-site.ts';

/** A browser that can push, on a site that does, which those of the tests do not. Gives what it sends of its subscription, in order. */
export async function withPush(page: Page, how: FakePush): Promise<unknown[]> {
  const sent: unknown[] = [];
  const tellKey = async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: pushes(await response.text()) });
  };
  await page.route('**', (route) => (route.request().resourceType() === 'document' ? tellKey(route) : route.fallback()));
  await page.route('**/api/settings.php*', tellKey);
  await page.route('**/api/user.php?push=1', (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status: 204 });
  });
  await fakePush(page, how);
  return sent;
}
