import { type Database, openDatabase } from '#db/client';
import { aConversation, aLike, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { startProduct } from '../../support/product/test-product.ts';
import { startRooms } from '../../support/product/test-rooms.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { startBareChat } from '../support/baseline-chat.ts';
import { type BenchSocket, openSocket } from '../support/event-socket.ts';
import { assertRight, type Line } from '../support/report.ts';

/** One part of the bench: its lines, measured in a world of product and bare relay that the parts share. */
export type Part = (world: ChatWorld, lifetime: AsyncDisposableStack) => Promise<Line[]>;
export type ChatWorld = Awaited<ReturnType<typeof startChatWorld>>;

/** Product and bare relay on one database, with rooms of the same PartyKit. */
export async function startChatWorld(lifetime: AsyncDisposableStack) {
  const rooms = await startRooms({ secret: TEST_SECRETS.PARTY_SECRET });
  lifetime.defer(rooms.stop);
  const product = await startProduct({ partyHost: rooms.host, vars: { SETTINGS_TTL_SECONDS: '10' } });
  lifetime.defer(product.stop);
  const db = openDatabase(product.dbUrl);
  const bare = await startBareChat(db, product.dbUrl, lifetime);
  const as = (member: Pick<TestMember, 'cookie'>) => apiClient(product.url, member.cookie);

  async function socketOf(member: TestMember): Promise<BenchSocket> {
    const room = await as(member).get('/api/room.php');
    const socket = await openSocket(`ws://${room.at('host')}/parties/main/${room.at('room')}?ticket=${room.at('ticket')}`, product.url);
    lifetime.defer(async () => socket.close());
    return socket;
  }

  return { url: product.url, db, bare, as, socketOf };
}

/** Two members who match and have begun to talk: what one writes costs nothing, and there is a pass for it. */
export async function twoWhoTalk({ db, as }: Pick<ChatWorld, 'db' | 'as'>) {
  const [sender, recipient] = [await aMember(db), await aMember(db, { name: 'Bas' })];
  await matched(db, sender, recipient);
  const conversation = await aConversation(db, sender.id, recipient.id);
  return { sender, recipient, conversation, send: senderIn(as(sender), conversation) };
}

async function matched(db: Database, one: TestMember, other: TestMember): Promise<void> {
  await aLike(db, one.id, other.id);
  await aLike(db, other.id, one.id);
}

/** Sends as the page does: the answer to a send brings the pass of the next. */
export function senderIn(client: ReturnType<typeof apiClient>, conversation: string) {
  let send_pass = '';
  return async (client_id = newId()): Promise<void> => {
    const answer = await client.post('/api/chat.php', {
      conversation: { id: conversation },
      message: { client_id, text: `Message ${client_id}` },
      send_pass,
    });
    assertRight(answer.status === 201, 'the send was acknowledged');
    send_pass = String(answer.at('send_pass'));
  };
}
