import { saveSetting } from '#db/queries/operator/settings';
import { eventOutbox, ledgerLines, messages } from '#db/schema/index';
import { aMatch, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { testSite as openSite } from '../../support/product/test-site.ts';

type Who = Pick<TestMember, 'id' | 'cookie'>;

/** The site of one test file, with the calls of conversations and readers of their rows. */
export function chatFixture() {
  const site = openSite();
  const { as } = site;
  const openAnswer = (from: Who, to: { id: string }) => as(from).get(`/api/chat.php?profile=${to.id}`);
  const post = (from: Who, conversation: string, text: unknown, clientId = newId()) =>
    as(from).post('/api/chat.php', { conversation: { id: conversation }, message: { client_id: clientId, text } });

  /** The id of the conversation of two, opened by the first. */
  const open = async (from: Who, to: { id: string }): Promise<string> => String((await openAnswer(from, to)).at('id'));
  /** Sends a message; throws unless the answer is 201. */
  const sendOk = async (from: Who, conversation: string, text: string): Promise<ApiAnswer> => {
    const answer = await post(from, conversation, text);
    if (answer.status !== 201) throw new Error(`a send was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };

  return {
    get db() {
      return site.db;
    },
    get worker() {
      return site.worker;
    },
    as,
    openAnswer,
    post,
    open,
    say: sendOk,
    /** Two members who match, so that messages are free, and a conversation in which Bas has sent these texts to Noor. */
    aMatchedConversation: async (...texts: string[]) => {
      const [noor, bas] = await Promise.all([aMember(site.db), aMember(site.db, { name: 'Bas' })]);
      await aMatch(site.db, noor.id, bas.id);
      const id = await open(noor, bas);
      for (const text of texts) await sendOk(bas, id, text);
      return { noor, bas, id };
    },
    read: (from: Who, conversation: string, query = '') => as(from).get(`/api/chat.php?conversation=${conversation}${query}`),
    markRead: (from: Who, conversation: string, readTo: unknown) =>
      as(from).put('/api/chat.php', { conversation: { id: conversation }, read_to: readTo }),
    remove: (from: Who, conversation: string) => as(from).delete('/api/chat.php', { conversation: { id: conversation } }),
    list: (from: Who, query = '') => as(from).get(`/api/chats.php${query}`),
    credits: async (from: Who) => (await as(from).get('/api/user.php')).at('user.credits'),
    badge: async (from: Who) => (await as(from).get('/api/user.php')).at('user.badge'),
    messagesOf: async (conversation: string) =>
      (await site.db.select().from(messages)).filter((row) => row.conversationId === conversation),
    ledgerLinesOf: async ({ id }: { id: string }) =>
      (await site.db.select().from(ledgerLines)).filter((row) => row.memberId === id && row.reason === 'message'),
    eventsOf: async ({ id }: { id: string }) =>
      (await site.db.select().from(eventOutbox)).filter((row) => row.memberId === id).map((row) => row.event),
    setSetting: (key: string, value: unknown) => saveSetting(site.db, key, value),
  };
}

/** A refusal as its status and code, such as `402 not_enough_credits`. */
export const refusal = (answer: ApiAnswer): string => `${answer.status} ${String(answer.at('error.code'))}`;

/** One value of every item of a list in an answer. */
export const mapItems = (list: unknown, pick: (item: Record<string, unknown>) => unknown): unknown[] =>
  Array.isArray(list) ? list.map(pick) : [];

/** The sequence numbers of the messages in an answer. */
export const seqsOf = (answer: ApiAnswer): unknown[] => mapItems(answer.at('messages'), ({ seq }) => seq);

/** Whole numbers, both ends included. */
export const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
