import { openDatabase } from '#db/client';
import { apiClient } from '../support/client.ts';
import { aConversation, aMember, newId } from '../support/factories.ts';
import { startProduct } from '../support/product.ts';
import { startRooms } from '../support/rooms.ts';
import { TEST_SECRETS } from '../support/secrets.ts';
import { startBareChat } from './support/bare-chat.ts';
import { inTurns } from './support/measure.ts';
import { assertRight, report } from './support/report.ts';
import { openSocket } from './support/socket.ts';

/** P6: from the start of a send until its frame is on the recipient's socket, beside a relay with one insert and no rules. */
await using lifetime = new AsyncDisposableStack();
const rooms = await startRooms({ secret: TEST_SECRETS.PARTY_SECRET });
lifetime.defer(rooms.stop);
const product = await startProduct({ partyHost: rooms.host, vars: { SETTINGS_TTL_SECONDS: '10' } });
lifetime.defer(product.stop);
const db = openDatabase(product.dbUrl);
const bare = await startBareChat(db, product.dbUrl, lifetime);

const [sender, recipient] = [await aMember(db, { credits: 100_000 }), await aMember(db)];
const conversation = await aConversation(db, sender.id, recipient.id);
const asSender = apiClient(product.url, sender.cookie);
const room = await apiClient(product.url, recipient.cookie).get('/api/room.php');
const ours = await openSocket(`ws://${room.at('host')}/parties/main/${room.at('room')}?ticket=${room.at('ticket')}`, product.url);
const theirs = await openSocket(`ws://${bare.partyHost}/parties/main/bare`, bare.url);

// As the page does it: the answer to a send brings the pass of the next.
let send_pass = '';
let sent = 0;
const ourSend = async () => {
  sent += 1;
  const client_id = newId();
  const arrives = ours.until((frame) => frame.includes(client_id));
  const answer = asSender.post('/api/chat.php', {
    conversation: { id: conversation },
    message: { client_id, text: `Message ${sent}` },
    send_pass,
  });
  await arrives;
  assertRight((await answer).status === 201, 'the send was acknowledged');
  send_pass = String((await answer).at('send_pass'));
};
const bareSend = async () => {
  const text = newId();
  const arrives = theirs.until((frame) => frame === text);
  const answer = fetch(`${bare.url}/?room=bare`, { method: 'POST', body: text });
  await arrives;
  assertRight((await answer).status === 201, 'the relay answered');
};

const timings = await inTurns(
  [
    { name: 'ours', run: ourSend },
    { name: 'bare', run: bareSend },
  ],
  { blocks: 7, runs: 30, warmUp: 20 },
);
const [mine, limit] = [timings.get('ours'), timings.get('bare')];
if (!mine || !limit) throw new Error('nothing was measured');
report('P6 send to the recipient’s socket', [
  { what: 'p50', ours: mine.p50, limit: limit.p50, unit: 'ms', aim: 1.5, spread: [Math.min(...mine.blocks), Math.max(...mine.blocks)] },
  { what: 'p99', ours: mine.p99, limit: limit.p99, unit: 'ms', aim: 2, spread: [mine.min, mine.max] },
]);
ours.close();
theirs.close();
