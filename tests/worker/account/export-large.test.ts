import { beforeAll, describe, expect, test } from 'vitest';
import { likes, members } from '#db/schema/index';
import { aConversation, aMember, newEmail, newId, type TestMember } from '../../support/database/factories.ts';
import { insertMessages } from '../../support/database/insert-messages.ts';
import { testSite } from '../../support/product/test-site.ts';
import { startWorker } from '../../support/product/test-worker.ts';
import { startCountingProxy } from '../../support/servers/counting-proxy.ts';

const site = testSite();
const COUNTS = [60_000, 39_999, 1];
const LIKES = 4_500;

interface ExportedMessage {
  readonly seq: number;
  readonly from: string;
  readonly text: string;
}
interface Export {
  readonly conversations: readonly {
    readonly id: string;
    readonly with: { readonly id: string };
    readonly messages: readonly ExportedMessage[];
  }[];
  readonly ledger: readonly { readonly id: string }[];
  readonly likes_given: readonly { readonly id: string }[];
  readonly likes_received: readonly { readonly id: string }[];
}

let member: TestMember;
let conversations: { id: string; otherId: string; count: number }[];

/** Adds members who like the member and are liked back. */
async function addLikes(): Promise<void> {
  const others = Array.from({ length: LIKES }, () => ({ id: newId(), email: newEmail() }));
  for (let from = 0; from < LIKES; from += 500) {
    const some = others.slice(from, from + 500);
    await site.db.insert(members).values(
      some.map(({ id, email }) => ({
        ...{ id, email, passwordHash: 'none', status: 'active' as const, name: 'Bas', language: 'nl', locale: 'nl', createdAt: 1 },
      })),
    );
    await site.db.insert(likes).values(
      some.flatMap(({ id }) => [
        { likerId: id, likedId: member.id, createdAt: 1 },
        { likerId: member.id, likedId: id, createdAt: 1 },
      ]),
    );
  }
}

beforeAll(async () => {
  member = await aMember(site.db);
  conversations = await Promise.all(
    COUNTS.map(async (count) => {
      const { id: otherId } = await aMember(site.db);
      return { id: await aConversation(site.db, member.id, otherId), otherId, count };
    }),
  );
  for (const { id, otherId, count } of conversations)
    await insertMessages(site.db, { conversationId: id, memberId: member.id, otherId, count, length: 230 });
  await addLikes();
});

const sorted = (ids: readonly string[]) => ids.toSorted();

describe('the export of an account with 100,000 messages', () => {
  test('holds all of them once and in order, with every line of the ledger and every like', async () => {
    const exported = (await site.as(member).get('/api/export.php')).body as Export;
    const expected = conversations.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(exported.conversations.map(({ id, with: other, messages }) => [id, other.id, messages.length])).toEqual(
      expected.map(({ id, otherId, count }) => [id, otherId, count]),
    );
    for (const { messages } of exported.conversations) {
      const wrong = messages.filter(
        ({ seq, from, text }, i) =>
          seq !== i + 1 || from !== (seq % 2 ? 'me' : 'them') || !text.startsWith(`${seq} é`) || text.length !== 230,
      );
      expect(wrong).toEqual([]);
    }
    expect(new Set(exported.ledger.map(({ id }) => id)).size).toBe(50_001);
    expect(exported.ledger).toHaveLength(50_001);
    const rows = await site.db.select({ id: likes.likerId }).from(likes);
    const likers = sorted(rows.map(({ id }) => id).filter((id) => id !== member.id));
    expect(sorted(exported.likes_received.map(({ id }) => id))).toEqual(likers);
    expect(sorted(exported.likes_given.map(({ id }) => id))).toEqual(likers);
  });

  test.each([
    ['messages', 5],
    ['ledger_lines', 3],
  ])('breaks off if the database goes away while it reads the %s, and is no JSON', async (table, page) => {
    let pages = 0;
    const isPage = (sql: string) => sql.includes(`from ${table}`) || sql.includes(`from "${table}"`) || sql.includes(`join ${table}`);
    const proxy = await startCountingProxy(site.dbUrl, {
      isAnswerLost: (sql) => {
        if (isPage(sql)) pages += 1;
        return pages >= page;
      },
    });
    const worker = await startWorker({ dbUrl: proxy.url });
    const answer = await fetch(`${worker.url}/api/export.php`, { headers: { Cookie: member.cookie } });
    expect([answer.status, answer.headers.get('Content-Type'), answer.headers.get('Content-Length')]).toEqual([
      200,
      'application/json',
      null,
    ]);
    let received = '';
    const decoder = new TextDecoder();
    const readAll = async () => {
      for await (const chunk of answer.body ?? []) received += decoder.decode(chunk, { stream: true });
    };
    await expect(readAll()).rejects.toThrow();
    expect(received).toContain('"conversations": [');
    expect(() => JSON.parse(received)).toThrow();
    await expect.poll(() => worker.log()).toContain('"at":"stream"');
    await worker.stop();
    await proxy.stop();
  });
});
