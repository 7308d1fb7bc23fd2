import type { BrowserContextOptions, Page } from 'playwright-core';
import { apiClient } from '../../support/client.ts';
import { aConversation, newId, type TestMember } from '../../support/factories.ts';
import type { BrowsedSite } from './site.ts';
import { PHONE, visit } from './visit.ts';

/** What members do on the site of one test file, by hand or past the page. */
export function talkingOn(site: BrowsedSite) {
  const as = ({ cookie }: TestMember) => apiClient(site.url, cookie);
  const send = (from: TestMember, conversation: string, text: string) =>
    as(from).post('/api/chat.php', { conversation: { id: conversation }, message: { client_id: newId(), text } });
  return {
    as,
    /** A page of a member's, on a device of its own. */
    open: ({ cookie }: TestMember, options: BrowserContextOptions = PHONE): Promise<Page> => visit(site, { ...options, cookie }),
    /** Sends past every page, and expects that it was taken. */
    tell: async (from: TestMember, conversation: string, text: string): Promise<void> => {
      const { status, body } = await send(from, conversation, text);
      if (status !== 201) throw new Error(`a send was refused: ${status} ${JSON.stringify(body)}`);
    },
    /** The conversation of two, in which the second has said this. */
    heard: async (to: TestMember, from: TestMember, text: string): Promise<string> => {
      const conversation = await aConversation(site.db, to.id, from.id);
      await send(from, conversation, text);
      return conversation;
    },
  };
}
