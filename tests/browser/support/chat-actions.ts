import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import { members } from '#db/schema/index';
import { openPageIn } from '../../support/browser/chromium-pages.ts';
import { aConversation, newId, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { PATIENCE_MS } from '../../support/timing/timeouts.ts';
import type { BrowsedSite } from './browser-site.ts';
import { PHONE, visit } from './visit.ts';

/** What members do on the site of one test file, by hand or past the page; every test begins without any. */
export function talkingOn(site: BrowsedSite) {
  beforeEach(async () => {
    await site.db.$client.batch(['messages', 'inbox', 'conversations', 'ledger', 'outbox'].map((table) => `delete from ${table}`));
    await site.db.delete(members);
  });
  const as = ({ cookie }: TestMember) => apiClient(site.url, cookie);
  /** Sends past every page, and expects that it was taken. */
  const tell = async (from: TestMember, conversation: string, text: string): Promise<void> => {
    const { status, body } = await as(from).post('/api/chat.php', {
      conversation: { id: conversation },
      message: { client_id: newId(), text },
    });
    if (status !== 201) throw new Error(`a send was refused: ${status} ${JSON.stringify(body)}`);
  };
  return {
    as,
    /** A page of a member's, on a device of its own. */
    open: ({ cookie }: TestMember, options: BrowserContextOptions = PHONE): Promise<Page> => visit(site, { ...options, cookie }),
    tell,
    /** The conversation of two, in which the second has said this. */
    heard: async (to: TestMember, from: TestMember, text: string): Promise<string> => {
      const conversation = await aConversation(site.db, to.id, from.id);
      await tell(from, conversation, text);
      return conversation;
    },
  };
}

/** Another tab beside others, with their session and store. */
export async function anotherTab(context: BrowserContext): Promise<Page> {
  const page = await openPageIn(context);
  page.setDefaultTimeout(PATIENCE_MS);
  return page;
}

/** Everything of a page that others than its member may come to see. */
export function traces(page: Page): string[] {
  const seen: string[] = [];
  page.on('console', (message) => seen.push(message.text()));
  page.on('request', (request) => seen.push(request.url()));
  page.on('websocket', (socket) => seen.push(socket.url()));
  return seen;
}

/** Lets the browser believe that this tab lies behind another one. */
export const putBehind = (page: Page, isBehind: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (hidden ? 'hidden' : 'visible') });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isBehind);

declare global {
  interface Window {
    isGateOpen(): Promise<boolean>;
  }
}

/**
 * Stands before every send of a page: one that finds the gate closed fails as without a network. A request that the browser has begun could not
 * be held back for certain, as closing its page lets it through.
 */
function askAtGate(): void {
  const send = window.fetch;
  window.fetch = async (...asked) => {
    const { method, url } = new Request(...asked);
    if (method === 'POST' && url.endsWith('/api/chat.php') && !(await window.isGateOpen())) throw new TypeError('The gate is closed.');
    return send(...asked);
  };
}

/** Sends that the server answered, by the tab they came from. */
export async function watchSends(context: BrowserContext, gate: { isOpen: boolean }): Promise<Page[]> {
  const through: Page[] = [];
  await context.exposeFunction('isGateOpen', () => gate.isOpen);
  await context.addInitScript(askAtGate);
  for (const page of context.pages()) await page.evaluate(askAtGate);
  context.on('response', (response) => {
    const request = response.request();
    if (request.method() === 'POST' && request.url().endsWith('/api/chat.php')) through.push(request.frame().page());
  });
  return through;
}
