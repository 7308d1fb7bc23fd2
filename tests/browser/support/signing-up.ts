import type { Page, Route } from 'playwright-core';
import { button, field, heading } from './places.ts';
import { say } from './words.ts';

type Question = 'push' | 'photo' | 'place' | 'birth' | 'personal';

/** The question on screen. */
export const question = (page: Page, name: Question) => heading(page, say(`signup:${name}_title`));
export const goOn = (page: Page) => button(page, say('signup:submit')).click();
export const skip = (page: Page) => button(page, say('signup:skip')).click();
export const back = (page: Page) => button(page, say('signup:back'));

/** The last page: the letter is out. */
export const mailPage = (page: Page, name: string) => heading(page, say('signup:delivered_title', { name }));

/** As on a site that pushes, which those of the tests do not. */
async function withPushes(page: Page): Promise<void> {
  const tellKey = async (route: Route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"push_pub":""', '"push_pub":"BPublicKeyOfTheSite"');
    await route.fulfill({ response, body });
  };
  await page.route('**/api/settings.php*', tellKey);
  await page.route('**/signup*', (route) => (route.request().resourceType() === 'document' ? tellKey(route) : route.fallback()));
}

/** A browser that can push on a site that does, with what was answered before and what will be when it asks. */
export async function fakePush(
  page: Page,
  { before, answer }: { before: NotificationPermission; answer: NotificationPermission },
): Promise<void> {
  await withPushes(page);
  await page.addInitScript(
    ([first, then]) => {
      const kept = sessionStorage.getItem('fake-permission') ?? first;
      const notification = {
        permission: kept,
        requestPermission: async () => {
          notification.permission = then ?? '';
          sessionStorage.setItem('fake-permission', then ?? '');
          return then;
        },
      };
      let subscription: object | null = null;
      const pushManager = {
        getSubscription: async () => subscription,
        subscribe: async () => {
          subscription = {};
        },
      };
      const put = (owner: object, name: string, value: unknown) => Object.defineProperty(owner, name, { value, configurable: true });
      put(window, 'Notification', notification);
      put(window, 'PushManager', {});
      const never = () => new Promise(() => undefined);
      const container = Object.assign(new EventTarget(), {
        controller: null,
        register: never,
        getRegistration: async () => ({ pushManager }),
      });
      put(navigator, 'serviceWorker', container);
    },
    [before, answer] as const,
  );
}

export const birthday = { day: '17', month: '2', year: '1993' } as const;

/** Date of birth and gender. */
export async function answerBirth(page: Page): Promise<void> {
  await field(page, say('profile:day')).fill(birthday.day);
  await field(page, say('profile:month')).selectOption(birthday.month);
  await field(page, say('profile:year')).fill(birthday.year);
  await page.getByText(say('signup:gender_male'), { exact: true }).click();
}
