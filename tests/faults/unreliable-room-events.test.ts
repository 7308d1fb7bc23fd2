import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { eventOutbox, messages } from '#db/schema/index';
import { messageOf } from '../../worker/features/chat/message-serializer.ts';
import { aConversation, aMatch, aMember, newId, type TestMember } from '../support/database/factories.ts';
import { checkInvariants } from '../support/database/invariants.ts';
import { SEED, sampleOf, seededRandom } from '../support/timing/seeded-sample.ts';
import { faultFixture } from './support/fault-fixture.ts';
import { openPageInNode, type PageInNode, type PageView } from './support/page-in-node.ts';

type Deliver = () => void;

/** Decides on the delivery of each frame of a room. Held frames are delivered later, in an order that the test chooses. */
let onDelivery: (deliver: Deliver) => void = (deliver) => deliver();
let heldFrames: Deliver[] = [];
let frameCount = 0;
const fixture = faultFixture({
  onFrame: (text, deliver) => {
    if (text === 'pong') return deliver();
    frameCount += 1;
    onDelivery(deliver);
  },
});
const releaseFrames = (order: (frames: Deliver[]) => Deliver[] = (frames) => frames) => {
  for (const deliver of order(heldFrames.splice(0))) deliver();
};

let page: PageInNode | undefined;
afterEach(() => {
  page?.close();
  page = undefined;
  onDelivery = (deliver) => deliver();
  heldFrames = [];
  frameCount = 0;
});

interface Talk {
  readonly noor: TestMember;
  readonly bas: TestMember;
  readonly eva: TestMember;
  readonly conversation: string;
  readonly withEva: string;
}

async function aTalk(): Promise<Talk> {
  const [noor, bas, eva] = await Promise.all([aMember(fixture.db, { credits: 5 }), aMember(fixture.db), aMember(fixture.db)]);
  await aMatch(fixture.db, noor.id, bas.id);
  const [conversation, withEva] = await Promise.all([
    aConversation(fixture.db, noor.id, bas.id),
    aConversation(fixture.db, noor.id, eva.id),
  ]);
  const talk = { noor, bas, eva, conversation, withEva };
  await sendMessage(bas, conversation, 'Hello');
  return talk;
}

async function sendMessage(from: TestMember, conversation: string, text: string): Promise<void> {
  const message = { client_id: newId(), text };
  expect((await fixture.as(from).post('/api/chat.php', { conversation: { id: conversation }, message })).status).toBe(201);
}

/** Makes calls of other members and of another device of Noor while her page is open; returns the number of events for her room. */
async function actElsewhere({ noor, bas, eva, conversation, withEva }: Talk): Promise<number> {
  for (const text of ['One', 'Two', 'Three']) await sendMessage(bas, conversation, text);
  await sendMessage(noor, conversation, 'From my phone');
  await fixture.as(bas).put('/api/chat.php', { conversation: { id: conversation }, read_to: 5 });
  await fixture.as(noor).put('/api/chat.php', { conversation: { id: conversation }, read_to: 3 });
  await sendMessage(noor, withEva, 'Hello Eva');
  await fixture.as(eva).post('/api/likes.php', { profile: noor.id });
  await sendMessage(bas, conversation, 'Four');
  await expect.poll(() => fixture.db.select().from(eventOutbox)).toEqual([]);
  return 3 + 1 + 1 + 1 + 2 + 1 + 1;
}

async function expectedView({ noor, conversation }: Talk): Promise<PageView> {
  const [user, chats, thread] = await Promise.all(
    ['/api/user.php', '/api/chats.php', `/api/chat.php?conversation=${conversation}`].map((path) => fixture.as(noor).get(path)),
  );
  const rows = await fixture.db.select().from(messages).where(eq(messages.conversationId, conversation)).orderBy(messages.seq);
  const listed = Array.isArray(chats?.at('chats')) ? chats.at('chats') : [];
  return {
    messages: rows.map((row) => messageOf(row, null)),
    readByOther: Number(thread?.at('read_by_other_to')),
    listed: (listed as { conversation: { id: string } }[]).find((item) => item.conversation.id === conversation),
    badge: user?.at('user.badge'),
    credits: user?.at('user.credits'),
  };
}

const holdFrame = (deliver: Deliver) => void heldFrames.push(deliver);
const reversed = (frames: Deliver[]) => frames.toReversed();

const DISTURBANCES: readonly { what: string; during: typeof onDelivery; after?: (frames: Deliver[]) => Deliver[]; isLate?: true }[] = [
  { what: 'dropped', during: () => undefined },
  {
    what: 'doubled',
    during: (deliver) => {
      deliver();
      deliver();
    },
  },
  { what: 'reordered', during: holdFrame, after: (frames) => seededRandom('order').sample(frames, 5).concat(frames) },
  { what: 'reversed', during: holdFrame, after: reversed },
  { what: 'delivered after a poll', during: holdFrame, isLate: true },
  {
    what: 'delivered after a poll, reversed and doubled',
    during: holdFrame,
    after: (frames) => [...reversed(frames), ...frames],
    isLate: true,
  },
];

describe(`with the seed ${SEED}`, () => {
  test.each(sampleOf('disturbances', DISTURBANCES, 2))(
    'with every event $what the page is correct after the next poll',
    async ({ during, after, isLate }) => {
      const talk = await aTalk();
      page = await openPageInNode(fixture, talk.noor, talk.conversation);
      const opened = page;
      await expect.poll(() => opened.isConnected()).toBe(true);
      await expect.poll(() => opened.view().messages.length).toBe(1);
      onDelivery = during;
      const count = frameCount + (await actElsewhere(talk));
      await expect.poll(() => frameCount).toBeGreaterThanOrEqual(count);
      if (isLate) await opened.poll();
      releaseFrames(after);
      await opened.poll();
      const expected = await expectedView(talk);
      await expect.poll(() => opened.view()).toEqual(expected);
      expect(await checkInvariants(fixture.db)).toEqual([]);
    },
  );

  test('a message whose answer is lost after the commit is sent again and stored once', async () => {
    const talk = await aTalk();
    page = await openPageInNode(fixture, talk.noor, talk.conversation);
    const opened = page;
    await expect.poll(() => [opened.isConnected(), opened.view().messages.length]).toEqual([true, 1]);
    let sends = 0;
    fixture.setDecision('site', ({ method, path }) => {
      if (!path.startsWith('/api/chat.php')) return 'pass';
      // The page must learn neither from an event nor from the thread that its message is stored.
      if (method === 'GET') return sends < 2 ? 'before' : 'pass';
      sends += 1;
      return sends === 1 ? 'answered' : 'pass';
    });
    onDelivery = () => undefined;
    opened.send('Is the boat still there?');
    await expect.poll(() => opened.pending()).toBe(0);
    // A thread request from before may have shown it all the same.
    expect(sends).toBeLessThanOrEqual(2);
    fixture.passAll('site');
    await fixture.sweep();
    await opened.poll();
    const expected = await expectedView(talk);
    await expect.poll(() => opened.view()).toEqual(expected);
    expect(expected.messages.map(({ text }) => text)).toEqual(['Hello', 'Is the boat still there?']);
    expect(await checkInvariants(fixture.db)).toEqual([]);
  });
});
