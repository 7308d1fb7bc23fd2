import { openConversation } from '#contract/chat';
import { call } from '../../api/call.ts';
import { type DraftQuote, storeDraftQuote } from '../quotes/draft-quotes.ts';

/** Opens the conversation of a member with another one, and stores what its next message is to quote. Resolves to its id. */
export async function requestConversation(me: string | undefined, profileId: string, about: DraftQuote | null): Promise<string> {
  const { id } = await call(openConversation, { profile: profileId });
  if (me && about) storeDraftQuote(me, id, about);
  return id;
}
