import type { Page } from 'playwright-core';
import { beforeAll, onTestFinished, test } from 'vitest';
import { aMember, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { browserSite } from '../support/browser-site.ts';
import { anotherTab } from '../support/chat-actions.ts';
import { openWithSocket } from '../support/delivery-channels.ts';
import { holdSessionEffects } from '../support/prerendered-shell.ts';
import { DESKTOP, until, visit } from '../support/visit.ts';
import { openRealTabs } from './background-tabs.ts';

const site = browserSite();
let viewer: TestMember;
beforeAll(async () => {
  viewer = await aMember(site.db, { name: 'Daan', gender: 'male' });
});

const isOnline = async ({ id }: TestMember) =>
  (await apiClient(site.url, viewer.cookie).get(`/api/profile.php?id=${id}`)).at('profile.is_online') === true;

interface OnlineMember {
  readonly name: string;
  readonly member: TestMember;
  readonly page: Page;
}

/** A new member with an open page and socket, who is shown as online. */
async function anOnlineMember(name: string): Promise<OnlineMember> {
  const member = await aMember(site.db, { name });
  const page = await visit(site, { ...DESKTOP, cookie: member.cookie });
  await openWithSocket(page, '/home');
  await until(() => isOnline(member)).toBe(true);
  return { name, member, page };
}

/** The names of those who are shown as online. */
async function onlineOf(all: readonly OnlineMember[]): Promise<string[]> {
  const online = await Promise.all(all.map(async ({ member, name }) => ((await isOnline(member)) ? name : null)));
  return online.filter((name) => name !== null);
}

/** Closes a tab with its unload handlers, as a member does. */
async function close(page: Page): Promise<void> {
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
}

/** The same server under another host name, which is another site for the browser. */
const otherSiteUrl = () => site.url.replace('localhost', '127.0.0.1');

const WAYS_TO_LEAVE: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'the tab was closed': close,
  'another site was opened': (page) => page.goto(otherSiteUrl()),
  'an empty page was opened': (page) => page.goto('about:blank'),
};

test('a member is shown as offline after the last visible tab was closed or left, and as online after going back', async () => {
  const members: OnlineMember[] = [];
  for (const name of Object.keys(WAYS_TO_LEAVE)) members.push(await anOnlineMember(name));
  for (const { name, page } of members) await WAYS_TO_LEAVE[name]?.(page);
  await until(() => onlineOf(members)).toEqual([]);
  await members[1]?.page.goBack();
  await until(() => onlineOf(members)).toEqual(['another site was opened']);
});

test('a member is shown as offline after a tab was closed before its socket was opened', async () => {
  const member = await aMember(site.db, { name: 'Lotte' });
  const page = await visit(site, { ...DESKTOP, cookie: member.cookie });
  await holdSessionEffects(page);
  await page.goto('/members');
  await until(() => isOnline(member)).toBe(true);
  await close(page);
  await until(() => isOnline(member)).toBe(false);
});

test('a member is shown as offline while the only tab is hidden and frozen, and after it was closed', async () => {
  const tabs = await openRealTabs();
  onTestFinished(tabs.stop);
  const member = await aMember(site.db, { name: 'Ilse' });
  const [name = '', value = ''] = member.cookie.split('=');
  await tabs.context.addCookies([{ name, value, url: site.url }]);
  const page = await tabs.open('about:blank');
  await openWithSocket(page, `${site.url}/home`);
  await until(() => isOnline(member)).toBe(true);
  await tabs.sendToBackground(page);
  await until(() => isOnline(member)).toBe(false);
  const inFront = await tabs.bringToFront(page);
  await until(() => isOnline(member)).toBe(true);
  await openWithSocket(inFront, `${site.url}/home`);
  await close(inFront);
  await until(() => isOnline(member)).toBe(false);
});

test('a member stays online after closing one of two visible tabs, and when loading another page of the site', async () => {
  const [closing, loading, control] = [await anOnlineMember('closing'), await anOnlineMember('loading'), await anOnlineMember('control')];
  const second = await anotherTab(closing.page.context());
  await openWithSocket(second, '/likes');
  await close(closing.page);
  await openWithSocket(loading.page, '/likes');
  await close(control.page);
  await until(() => onlineOf([control])).toEqual([]);
  await until(() => onlineOf([closing, loading])).toEqual(['closing', 'loading']);
});
