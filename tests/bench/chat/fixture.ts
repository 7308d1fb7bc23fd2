import { type Database, openDatabase } from '#db/client';
import { aConversation, aLike, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import { startDatabase } from '../../support/database/test-database-server.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { startProduct } from '../../support/product/test-product.ts';
import { startRooms } from '../../support/product/test-rooms.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { type BareChat, startBareChat } from '../support/baseline-chat.ts';
import { type BenchSocket, openSocket } from '../support/event-socket.ts';
import { assertCorrect, type ReportLine } from '../support/report.ts';

/** One part of the benchmark: measures with the shared product and minimal chat, and returns its lines. */
export type BenchmarkPart = (fixture: ChatFixture, lifetime: AsyncDisposableStack) => Promise<ReportLine[]>;
export type ChatFixture = Awaited<ReturnType<typeof startChatFixture>>;

/** The rooms run in the Worker instead of at PartyKit; those of the minimal chat stay at PartyKit, as the same limit for both. */
export const HAS_ROOMS = process.argv.includes('--rooms-in-worker');

async function startPartyKit(lifetime: AsyncDisposableStack): Promise<{ readonly partyHost: string }> {
  const rooms = await startRooms({ secret: TEST_SECRETS.PARTY_SECRET });
  lifetime.defer(rooms.stop);
  return { partyHost: rooms.host };
}

/** Starts the product and a minimal chat on one database, each with its own rooms. */
export async function startChatFixture(lifetime: AsyncDisposableStack) {
  const rooms = HAS_ROOMS ? { hasRooms: true } : await startPartyKit(lifetime);
  const product = await startProduct({ ...rooms, vars: { SETTINGS_TTL_SECONDS: '10' }, hasOwnWorker: true });
  lifetime.defer(product.stop);
  const db = openDatabase(product.dbUrl);
  const bare = await startBareChat(db, product.dbUrl, lifetime);
  const as = (member: Pick<TestMember, 'cookie'>) => apiClient(product.url, member.cookie);

  async function socketOf(member: TestMember): Promise<BenchSocket> {
    const room = await as(member).get('/api/room.php');
    const socket = await openSocket(`ws://${room.at('host')}/parties/${room.at('party')}/${room.at('room')}?ticket=${room.at('ticket')}`, {
      Origin: product.url,
    });
    lifetime.defer(async () => socket.close());
    return socket;
  }

  return { url: product.url, db, bare, as, socketOf };
}

/** The minimal chat on a database of its own, as the limit for another site. */
export async function startBareFixture(lifetime: AsyncDisposableStack): Promise<BareChat> {
  const database = await startDatabase();
  lifetime.defer(database.stop);
  return startBareChat(openDatabase(database.url), database.url, lifetime);
}

/** Two members who match, with a conversation, so that messages are free. `send` uses send passes as the page does. */
export async function twoMatchedMembers({ db, as }: Pick<ChatFixture, 'db' | 'as'>) {
  const [sender, recipient] = [await aMember(db), await aMember(db, { name: 'Bas' })];
  await storeMatch(db, sender, recipient);
  const conversation = await aConversation(db, sender.id, recipient.id);
  return { sender, recipient, conversation, send: messageSender(as(sender), conversation) };
}

async function storeMatch(db: Database, one: TestMember, other: TestMember): Promise<void> {
  await aLike(db, one.id, other.id);
  await aLike(db, other.id, one.id);
}

/** Returns a function that sends messages as the page does, each with the send pass from the answer to the one before. */
export function messageSender(client: ReturnType<typeof apiClient>, conversation: string) {
  let send_pass = '';
  return async (client_id = newId()): Promise<void> => {
    const answer = await client.post('/api/chat.php', {
      conversation: { id: conversation },
      message: { client_id, text: `Message ${client_id}` },
      send_pass,
    });
    assertCorrect(answer.status === 201, 'the send was acknowledged');
    send_pass = String(answer.at('send_pass'));
  };
}
