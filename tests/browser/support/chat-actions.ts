import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import { members } from '#db/schema/index';
import { openPageIn } from '../../support/browser/chromium-pages.ts';
import { aConversation, newId, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { WAIT_TIMEOUT_MS } from '../../support/timing/timeouts.ts';
import type { BrowserSite } from './browser-site.ts';
import { PHONE, visit } from './visit.ts';

/** Actions of members on the site of one test file, on pages or by API. Every test starts without members, conversations and events. */
export function chatActions(site: BrowserSite) {
  beforeEach(async () => {
    await site.db.$client.batch(
      ['messages', 'participants', 'conversations', 'ledger_lines', 'event_outbox'].map((table) => `delete from ${table}`),
    );
    await site.db.delete(members);
  });
  const as = ({ cookie }: TestMember) => apiClient(site.url, cookie);
  /** Sends a message by API. Throws if it is refused. */
  const sendMessage = async (from: TestMember, conversation: string, text: string): Promise<void> => {
    const { status, body } = await as(from).post('/api/chat.php', {
      conversation: { id: conversation },
      message: { client_id: newId(), text },
    });
    if (status !== 201) throw new Error(`a send was refused: ${status} ${JSON.stringify(body)}`);
  };
  return {
    as,
    /** A page in a new context, with the session of a member. */
    open: ({ cookie }: TestMember, options: BrowserContextOptions = PHONE): Promise<Page> => visit(site, { ...options, cookie }),
    sendMessage,
    /** Opens the conversation of two members, sends this message from the second to the first, and returns the id of the conversation. */
    withMessage: async (to: TestMember, from: TestMember, text: string): Promise<string> => {
      const conversation = await aConversation(site.db, to.id, from.id);
      await sendMessage(from, conversation, text);
      return conversation;
    },
  };
}

/** Opens another tab in the same context, which shares session and storage. */
export async function anotherTab(context: BrowserContext): Promise<Page> {
  const page = await openPageIn(context);
  page.setDefaultTimeout(WAIT_TIMEOUT_MS);
  return page;
}

/** Records what a page reveals outside itself: console messages, and addresses of requests and sockets. */
export function recordExposedTexts(page: Page): string[] {
  const seen: string[] = [];
  page.on('console', (message) => seen.push(message.text()));
  page.on('request', (request) => seen.push(request.url()));
  page.on('websocket', (socket) => seen.push(socket.url()));
  return seen;
}

/** Makes the page hidden, or visible again, as if the tab went into the background. */
export const setHidden = (page: Page, isBehind: boolean) =>
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
 * Runs in a page: while the gate is closed, every send of a message fails as without a network. Playwright cannot hold a request back
 * reliably, because closing its page lets it through.
 */
function gateFetch(): void {
  const nativeFetch = window.fetch;
  window.fetch = async (...args) => {
    const { method, url } = new Request(...args);
    if (method === 'POST' && url.endsWith('/api/chat.php') && !(await window.isGateOpen())) throw new TypeError('The gate is closed.');
    return nativeFetch(...args);
  };
}

/** Puts all sends of a context behind a gate. Returns the pages whose sends were answered by the server, one entry for each send. */
export async function gateSends(context: BrowserContext, gate: { isOpen: boolean }): Promise<Page[]> {
  const senders: Page[] = [];
  await context.exposeFunction('isGateOpen', () => gate.isOpen);
  await context.addInitScript(gateFetch);
  for (const page of context.pages()) await page.evaluate(gateFetch);
  context.on('response', (response) => {
    const request = response.request();
    if (request.method() === 'POST' && request.url().endsWith('/api/chat.php')) senders.push(request.frame().page());
  });
  return senders;
}
