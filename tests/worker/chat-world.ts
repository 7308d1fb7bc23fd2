import { openDatabase } from '#db/client';
import { saveSetting } from '#db/queries/settings';
import { ledger, messages, outbox } from '#db/schema/index';
import { type ApiAnswer, apiClient } from '../support/client.ts';
import { newId, type TestMember } from '../support/factories.ts';
import { startDatabase } from '../support/sqld.ts';
import { startWorker } from '../support/worker.ts';

type Who = Pick<TestMember, 'id' | 'cookie'>;

/** A database and a Worker, and what members say to each other there. */
export async function startChatWorld() {
  const database = await startDatabase();
  const worker = await startWorker({ dbUrl: database.url });
  const db = openDatabase(database.url);
  const as = (member: Who) => apiClient(worker.url, member.cookie);
  const openAnswer = (from: Who, to: { id: string }) => as(from).get(`/api/chat.php?profile=${to.id}`);
  const post = (from: Who, conversation: string, text: unknown, clientId = newId()) =>
    as(from).post('/api/chat.php', { conversation: { id: conversation }, message: { client_id: clientId, text } });

  return {
    db,
    worker,
    as,
    openAnswer,
    post,
    /** The id of the conversation of two, opened by the first. */
    open: async (from: Who, to: { id: string }): Promise<string> => String((await openAnswer(from, to)).at('id')),
    /** Sends and expects that it was taken. */
    say: async (from: Who, conversation: string, text: string): Promise<ApiAnswer> => {
      const answer = await post(from, conversation, text);
      if (answer.status !== 201) throw new Error(`a send was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer;
    },
    read: (from: Who, conversation: string, query = '') => as(from).get(`/api/chat.php?conversation=${conversation}${query}`),
    mark: (from: Who, conversation: string, readTo: unknown) =>
      as(from).put('/api/chat.php', { conversation: { id: conversation }, read_to: readTo }),
    remove: (from: Who, conversation: string) => as(from).delete('/api/chat.php', { conversation: { id: conversation } }),
    list: (from: Who, query = '') => as(from).get(`/api/chats.php${query}`),
    credits: async (from: Who) => (await as(from).get('/api/user.php')).at('user.credits'),
    badge: async (from: Who) => (await as(from).get('/api/user.php')).at('user.badge'),
    rowsOf: async (conversation: string) => (await db.select().from(messages)).filter((row) => row.conversationId === conversation),
    linesOf: async ({ id }: { id: string }) => (await db.select().from(ledger)).filter((row) => row.memberId === id && row.reason === 'message'),
    eventsOf: async ({ id }: { id: string }) => (await db.select().from(outbox)).filter((row) => row.memberId === id).map((row) => row.event),
    set: (key: string, value: unknown) => saveSetting(db, key, value),
    stop: async () => {
      await worker.stop();
      await database.stop();
    },
  };
}

export type ChatWorld = Awaited<ReturnType<typeof startChatWorld>>;

/** `402 not_enough_credits`: how a refusal reads in one word. */
export const refusal = (answer: ApiAnswer): string => `${answer.status} ${String(answer.at('error.code'))}`;

/** One value of every item of a list in an answer. */
export const each = (list: unknown, pick: (item: Record<string, unknown>) => unknown): unknown[] => (Array.isArray(list) ? list.map(pick) : []);
