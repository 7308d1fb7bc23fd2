import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { pauseTimersWhileHidden } from '../../support/browser/background-timers.ts';
import { aConversation, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import { type ApiAnswer, apiClient } from '../../support/product/api-client.ts';
import { titleOf as titleIn } from '../../support/product/page-html.ts';
import { browserSite } from '../support/browser-site.ts';
import { untilApp } from '../support/prerendered-shell.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, PHONE, until, untilTitle, visit } from '../support/visit.ts';
import { untilNoRequestPending } from '../support/waits.ts';

const site = browserSite({ keepsPages: true });

type Access = 'public' | 'optional' | 'login';
type Layout = 'chat' | 'lander' | 'empty' | 'default';

/**
 * The pages of the site (docs/product.md, "Route table"). `{member}` and `{chat}` stand for those of this test, `{id}` for a random id.
 */
const ROUTES: readonly (readonly [name: string, path: string, access: Access, layout: Layout])[] = [
  ['home', '/home', 'login', 'default'],
  ['index', '/', 'public', 'default'],
  ['chats', '/chats', 'login', 'chat'],
  ['chats-chatId', '/chats/{chat}', 'login', 'chat'],
  ['likes', '/likes', 'login', 'default'],
  ['likes-type', '/likes/profiles', 'login', 'default'],
  ['login', '/login', 'public', 'default'],
  ...['ban', 'faq', 'terms', 'cookies', 'privacy', 'service', 'return-policy'].map(
    (page) => [`pages-${page}`, `/pages/${page}`, 'public', 'default'] as const,
  ),
  ['signup', '/signup', 'public', 'default'],
  ['members', '/members', 'login', 'default'],
  ['search', '/search', 'login', 'default'],
  ['members-memberId-chat', '/members/{member}/chat', 'public', 'chat'],
  ['members-memberId', '/members/{member}', 'optional', 'default'],
  ['likes-m-memberId', '/likes/m/{member}', 'optional', 'default'],
  ['members-memberId-signup', '/members/{member}/signup', 'public', 'lander'],
  ['members-memberId-landing', '/members/{member}/landing', 'public', 'lander'],
  ['members-memberId-landing2-slug', '/members/{member}/landing2/coffee', 'public', 'empty'],
  ['members-memberId-landing3-slug', '/members/{member}/landing3/curious', 'public', 'empty'],
  ['premium', '/premium', 'login', 'default'],
  ['pricing', '/pricing', 'public', 'default'],
  ['profile', '/profile', 'login', 'default'],
  ['profile-settings', '/profile/settings', 'login', 'default'],
  ['pages-transparency', '/pages/transparency', 'public', 'default'],
  ['pages-notice', '/pages/notice', 'public', 'default'],
  ['pages-decisions', '/pages/decisions', 'public', 'default'],
  ['complaints', '/complaints', 'public', 'default'],
  ['cancellation', '/cancellation', 'public', 'default'],
  ['match-finder', '/match-finder', 'public', 'empty'],
  ['activate-done', '/activate/done', 'public', 'default'],
  ['activate-error', '/activate/error', 'public', 'default'],
  ['credits', '/credits', 'login', 'default'],
  ['credits-repeat-order', '/credits/repeat-order', 'login', 'default'],
  ['credits-creditId', '/credits/pack-50', 'login', 'default'],
  ['credits-creditId-paymentMethod', '/credits/pack-50/card', 'login', 'default'],
  ['notifications', '/notifications#email-change-incorrect', 'login', 'default'],
  ['mail-change-do', '/mail-change/do', 'public', 'default'],
  ['signup-matches', '/signup-matches', 'public', 'empty'],
  ['account-deleted', '/account-deleted', 'optional', 'default'],
  ['complete-signup', '/complete-signup', 'public', 'default'],
  ['reset-password', '/reset-password', 'optional', 'default'],
  ['reset-password-do', '/reset-password/do', 'optional', 'default'],
  ['transactions-transactionId', '/transactions/{id}', 'public', 'default'],
  ['landers-video-slug', '/landers/video/first-coffee', 'public', 'default'],
  ['landers-gallery-slug', '/landers/gallery/over-40', 'public', 'default'],
  ['landers-alonetonight-slug', '/landers/alonetonight/night-shift', 'public', 'default'],
  ['landers-iconslanding-slug', '/landers/iconslanding/music', 'public', 'default'],
  ['landers-collagelanding-slug', '/landers/collagelanding/second-time', 'public', 'default'],
  ['landers-transitionsvideolanding-slug', '/landers/transitionsvideolanding/one-day', 'public', 'default'],
  ['landers-maplanding-slug', '/landers/maplanding/nearby', 'public', 'lander'],
  ['landers-socialnetwork-slug', '/landers/socialnetwork/small-talk', 'public', 'lander'],
];

/** A well-formed id that no member has. */
const NOBODY = 'n'.repeat(22);
const MISSPELT = ['/nowhere', '/likes/enemies', '/pages/nothing', '/landers/video/nothing', '/chats/7', '/credits/No/card', '/members/7'];
const UNKNOWN = [...MISSPELT, `/members/${NOBODY}`, `/likes/m/${NOBODY}`];

let marit: TestMember;
let joris: TestMember;
let chat: string;
beforeAll(async () => {
  [marit, joris] = [await aMember(site.db, { name: 'Marit' }), await aMember(site.db, { name: 'Joris', gender: 'male' })];
  chat = await aConversation(site.db, joris.id, marit.id);
});

const filled = (path: string) => path.replace('{member}', marit.id).replace('{chat}', chat).replace('{id}', newId());

/** The classes of the root element, and the address, because two routes may show the same page. */
const rootOf = (page: Page) =>
  page.evaluate(() => {
    const classes = [...(document.querySelector('.app')?.classList ?? [])];
    const pageClass = classes.find((one) => one === 'index' || one.startsWith('page-'));
    return {
      page: pageClass,
      layout: classes.find((one) => /^is-(chat|lander|empty|default)$/.test(one)),
      isLoggedIn: classes.includes('logged-in'),
      template: classes[1],
      address: `${location.pathname}${location.search}${location.hash}`,
    };
  });

/** Pages whose title contains the name of a member. */
const TITLES_WITH_NAME: Readonly<Record<string, RegExp>> = {
  'members-memberId': /^Marit\b.* · Vonk$/,
  'likes-m-memberId': /^Marit\b.* · Vonk$/,
  'chats-chatId': /^Marit · Vonk$/,
};
const titleOf = (root: string) => `${t(`core:titles.${root === 'index' ? 'home' : root.replace('page-', '')}`)} · Vonk`;

/** Expects the title of the page. That of a lander depends on its slug and equals the title in the answer of the Worker. */
async function expectTitle(page: Page, root: string, answer: ApiAnswer): Promise<void> {
  const name = root.replace('page-', '');
  if (TITLES_WITH_NAME[name]) await until(() => page.title()).toMatch(TITLES_WITH_NAME[name]);
  else await untilTitle(page, /^landers-|-landing/.test(name) ? `${titleIn(answer)}` : titleOf(root));
}

/** Returns a function that opens one tab, as this member or as a visitor, and returns it for every route. */
function openOnce(who: () => TestMember | null = () => null): () => Promise<Page> {
  let page: Page | undefined;
  return async () => {
    if (page) return page;
    const member = who();
    page = await visit(site, member ? { cookie: member.cookie } : {});
    await page.goto('/pages/terms');
    await page.locator('.app h1').waitFor();
    return page;
  };
}

/** Navigates as a link of the app does, without loading a document. */
async function navigateTo(page: Page, path: string): Promise<void> {
  await untilApp(page);
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

const classOf = (name: string) => (name === 'home' ? 'index' : `page-${name}`);

/** The page and address to which another address redirects. */
interface Redirect {
  readonly page: string;
  readonly address: RegExp;
}
const redirectMatch = ({ page, address }: Redirect) => ({ page, address: expect.stringMatching(address) });

/** Public pages that redirect a visitor to what they need first. */
const VISITOR_REDIRECTS: Readonly<Record<string, Redirect>> = {
  'members-memberId-chat': { page: 'page-signup', address: /^\/signup\?member=[\w-]{22}&next=/ },
};

describe('for a visitor', () => {
  const open = openOnce();

  test.each(ROUTES)('%s at %s is %s in the layout %s', async (name, path, access, layout) => {
    const address = filled(path);
    const answer = await apiClient(site.url).get(address.replace(/#.*/, ''));
    expect(answer.status).toBe(200);
    const page = await open();
    await navigateTo(page, address);
    if (access === 'login') {
      const next = `/login?next=${encodeURIComponent(address)}`;
      await until(() => rootOf(page)).toMatchObject({ page: 'page-login', layout: 'is-default', isLoggedIn: false, address: next });
      return expectTitle(page, 'page-login', answer);
    }
    const wanted = VISITOR_REDIRECTS[name]
      ? redirectMatch(VISITOR_REDIRECTS[name])
      : { page: classOf(name), layout: `is-${layout}`, address };
    await until(() => rootOf(page)).toMatchObject({ ...wanted, isLoggedIn: false, template: 'social' });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expectTitle(page, wanted.page, answer);
  });
});

describe('for a member', () => {
  const open = openOnce(() => joris);

  /** Pages that redirect a member. */
  const MEMBER_REDIRECTS: Readonly<Record<string, Redirect>> = {
    index: { page: 'index', address: /^\/home$/ },
    login: { page: 'index', address: /^\/home$/ },
    signup: { page: 'index', address: /^\/home$/ },
    'members-memberId-signup': { page: 'page-members-memberId', address: /^\/members\/[\w-]{22}$/ },
    'complete-signup': { page: 'page-members', address: /^\/members$/ },
    'members-memberId-chat': { page: 'page-chats-chatId', address: /^\/chats\/[\w-]{22}$/ },
  };

  test.each(ROUTES)('%s at %s', async (name, path, _, layout) => {
    const page = await open();
    const address = filled(path);
    const answer = await apiClient(site.url, joris.cookie).get(address.replace(/#.*/, ''));
    expect(answer.status).toBe(200);
    await navigateTo(page, address);
    const wanted = MEMBER_REDIRECTS[name]
      ? redirectMatch(MEMBER_REDIRECTS[name])
      : { page: classOf(name), layout: `is-${layout}`, address };
    await until(() => rootOf(page)).toMatchObject({ ...wanted, isLoggedIn: true });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expectTitle(page, wanted.page, answer);
  });
});

describe('an unknown address', () => {
  const open = openOnce();

  test.each(UNKNOWN)('%s shows the 404 page', async (path) => {
    const answer = await apiClient(site.url).get(path);
    expect(answer.status).toBe(404);
    const page = await open();
    await navigateTo(page, path);
    await until(() => rootOf(page)).toMatchObject({ page: 'page-error', layout: 'is-default', address: path });
    await untilTitle(page, 'Error 404 · Vonk');
    await page.getByText('Error 404', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'This page stood us up.' }).waitFor();
    await page.getByText(path, { exact: true }).waitFor();
  });
});

test('a page in a background tab is rendered and has its title before it becomes visible', async () => {
  const { cookie } = await aMember(site.db, { locale: 'en' });
  const page = await visit(site, { cookie });
  await page.addInitScript(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }));
  await page.addInitScript(pauseTimersWhileHidden);
  await page.goto('/members');
  await untilTitle(page, `${t('core:titles.members')} · Vonk`);
});

/** Runs in the page: delays React as in a busy browser. React schedules each piece of its work by a message. */
function delayMessages(): void {
  const DELAY_MS = 250;
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (this: MessagePort, ...message: unknown[]) {
    setTimeout(() => Reflect.apply(postMessage, this, message), DELAY_MS);
  };
}

test('a part whose texts arrive after it is rendered without an error, whenever they arrive', async () => {
  const errors: string[] = [];
  // The members below the error use texts that this page has not loaded. How far React is when they arrive differs from load to load.
  const loadInATab = async (times: number) => {
    const page = await visit(site, { cookie: joris.cookie, ...PHONE });
    page.on('pageerror', (error) => errors.push(error.stack ?? ''));
    for (let load = 0; load < times; load += 1) {
      await page.goto('/nowhere');
      await page.locator('.card').first().waitFor();
      await untilNoRequestPending(page);
    }
  };
  // Each load waits for seconds until the page asks for nothing more.
  await Promise.all([loadInATab(5), loadInATab(5)]);
  expect(errors).toEqual([]);
});

test('a screen whose code arrives while React has work scheduled is rendered without an error', async () => {
  const page = await visit(site, { cookie: joris.cookie, ...DESKTOP });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.stack ?? ''));
  // Another address has loaded the code of the screen, so that it arrives at once.
  await page.goto('/likes/profiles');
  await navigateTo(page, '/pages/faq');
  await page.getByRole('heading', { level: 1, name: t('core:titles.pages-faq') }).waitFor();
  // Any other update would make React start again, when the screen has arrived already.
  await untilNoRequestPending(page);
  await page.evaluate(delayMessages);
  const rail = page.getByRole('navigation', { name: t('core:navigation.label') });
  // Without hovering, which would preload the screen.
  await rail.getByRole('link', { name: t('core:navigation.likes') }).dispatchEvent('click');
  await page.getByRole('heading', { level: 1, name: t('likes:title') }).waitFor();
  expect(errors).toEqual([]);
});
