import type { Database } from '#db/client';
import { aConversation } from './factories.ts';
import { insertMessages } from './insert-messages.ts';
import { someMembers } from './later-deletions.ts';

/** Characters of each message. */
const LENGTH = 120;

/** Gives the first members of a site conversations of many messages, each member one at most. */
export async function insertConversations(db: Database, { conversations, messagesEach }: { conversations: number; messagesEach: number }) {
  const ids = await someMembers(db, 2 * conversations);
  for (let i = 0; i < conversations; i += 1) {
    const [memberId = '', otherId = ''] = ids.slice(2 * i);
    const conversationId = await aConversation(db, memberId, otherId);
    await insertMessages(db, { conversationId, memberId, otherId, count: messagesEach, length: LENGTH });
  }
}
