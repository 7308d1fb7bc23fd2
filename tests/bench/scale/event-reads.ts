import type { Database } from '#db/client';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { openSocket } from '../support/event-socket.ts';
import { assertCorrect } from '../support/report.ts';
import type { SiteWorker } from '../support/workers.ts';
import { openBrowser } from './browser.ts';
import { matchedPairs, type Pair, textsIn, threadOf } from './own-acts.ts';
import { WORKERS } from './site.ts';

/** A member on whose socket messages of another one arrive, and who then reads. */
export interface EventReader {
  /** Gets the event of a message and reads the thread through another Worker with the bookmark of the event alone. Throws if it is not there. */
  tryOnce(n: number): Promise<void>;
}

const roomAddressIn = (room: ApiAnswer): string =>
  `ws://${room.at('host')}/parties/${room.at('party')}/${room.at('room')}?ticket=${room.at('ticket')}`;

async function eventReaderOf(
  workers: readonly SiteWorker[],
  { one, other, conversation }: Pair,
  lifetime: AsyncDisposableStack,
  onAnswer?: (ms: number) => void,
): Promise<EventReader> {
  const [sender, reader] = [openBrowser(workers, one, onAnswer), openBrowser(workers, other, onAnswer)];
  const room = await reader.call(0, 'get', '/api/room.php');
  const socket = await openSocket(roomAddressIn(room), { Origin: workers[0]?.url ?? '' });
  lifetime.defer(async () => socket.close());
  const { path, send } = threadOf(sender, conversation);
  return {
    tryOnce: async (n) => {
      const text = `Event ${n}.`;
      let frame = '';
      const arrives = socket.until((each) => {
        if (each.includes(text)) frame = each;
        return frame !== '';
      });
      await Promise.all([arrives, send(n % WORKERS, text)]);
      const bookmark = String(JSON.parse(frame).bookmark);
      assertCorrect(/^\d+$/.test(bookmark), `the event of try ${n} has a bookmark`);
      const answer = await reader.readWithout((n + 1) % WORKERS, path, { 'X-Bookmark': bookmark });
      assertCorrect(textsIn(answer).includes(text), `the message of event ${n} is in the thread`);
    },
  };
}

/** Pairs of members of whom one writes and the other gets the events. Their sockets close with `lifetime`. */
export async function makeEventReaders(
  db: Database,
  workers: readonly SiteWorker[],
  count: number,
  lifetime: AsyncDisposableStack,
  onAnswer?: (ms: number) => void,
): Promise<readonly EventReader[]> {
  const pairs = await matchedPairs(db, count);
  return Promise.all(pairs.map((pair) => eventReaderOf(workers, pair, lifetime, onAnswer)));
}
