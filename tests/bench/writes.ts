import { openDatabase } from '#db/client';
import { saveSetting } from '#db/queries/operator/settings';
import { sha256 } from '../../worker/lib/crypto.ts';
import { aConversation, aMatch, aMember, newId, type TestMember } from '../support/database/factories.ts';
import { apiClient } from '../support/product/api-client.ts';
import { startWorker } from '../support/product/test-worker.ts';
import { messageSender } from './chat/fixture.ts';
import { assertCorrect, type ReportLine, report } from './support/report.ts';
import { filledDatabase } from './support/search-database.ts';
import { runBatch, startWriteRecorder, templateOf } from './writes/recorded-writes.ts';

/**
 * How many messages and likes a second one primary commits: straight, by the batches that the Worker sends, and through one Worker
 * (docs/performance.md, "P25: writes a second").
 */
const [MEMBERS = 100_000, SECONDS = 10] = process.argv.slice(2).map(Number);
const WRITERS = [1, 16];
const PAIRS = 64;
/** More than anything here does in a minute or a day. */
const UNLIMITED = 1_000_000;

await using lifetime = new AsyncDisposableStack();
const filled = await filledDatabase(MEMBERS, Date.now());
lifetime.defer(filled.stop);
const db = openDatabase(filled.url);
for (const limit of ['messages_a_minute', 'messages_to_one_a_minute', 'likes_a_minute', 'likes_a_day'])
  await saveSetting(db, limit, UNLIMITED);
const recorder = await startWriteRecorder(filled.url);
lifetime.defer(recorder.stop);
const vars = { SETTINGS_TTL_SECONDS: '3600' };
const recorded = await startWorker({ dbUrl: recorder.url, hasRooms: true, vars });
lifetime.defer(recorded.stop);

interface Pair {
  readonly from: TestMember;
  readonly to: TestMember;
  readonly conversation: string;
}

const pairs: Pair[] = [];
while (pairs.length < PAIRS) {
  const [from, to] = [await aMember(db), await aMember(db, { name: 'Bas' })];
  await aMatch(db, from.id, to.id);
  pairs.push({ from, to, conversation: await aConversation(db, from.id, to.id) });
}
/** Everything in a batch that names a pair: ids, and the token of the session that sends. */
const namesOf = async ({ from, to, conversation }: Pair) => [from.id, to.id, conversation, await tokenHashOf(from)];
const tokenHashOf = ({ cookie }: TestMember) => sha256(cookie.slice(cookie.indexOf('.') + 1));

/** Writes for some seconds with so many writers at once; returns the writes a second. */
async function rateOf(writers: number, write: (writer: number) => Promise<unknown>): Promise<number> {
  const until = Date.now() + SECONDS * 1000;
  let written = 0;
  const start = performance.now();
  const go = async (writer: number) => {
    while (Date.now() < until) {
      await write(writer);
      written += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => go(writer)));
  return (written / (performance.now() - start)) * 1000;
}

/** The batch of an act, as the Worker sends it; of several that write, the one with most statements. */
async function recordedBatch(act: () => Promise<unknown>): Promise<string> {
  recorder.take();
  await act();
  const [largest] = recorder.take().toSorted((a, b) => b.length - a.length);
  assertCorrect(largest !== undefined, 'the act writes');
  return largest ?? '';
}

const [model] = pairs as [Pair];
const senders = pairs.map(({ from, conversation }) => messageSender(apiClient(recorded.url, from.cookie), conversation));
// The first message of a conversation has no send pass, and is judged by other facts than those after it.
for (const first of senders) await first();
const [send] = senders as [() => Promise<void>];
const modelNames = await namesOf(model);
const messageBatch = await recordedBatch(() => send());
const message = templateOf(messageBatch, new Set(modelNames));
const names = await Promise.all(pairs.map(namesOf));
const liker = await aMember(db);
const liked = await aMember(db);
const like = templateOf(
  await recordedBatch(() => apiClient(recorded.url, liker.cookie).post('/api/likes.php', { profile: liked.id })),
  new Set([liker.id, liked.id]),
);

/** Members who are liked by turns, so that each like is a new one. */
const likers: TestMember[] = [];
while (likers.length < PAIRS) likers.push(await aMember(db));
const everybody = (await db.$client.execute('select id from members order by rowid limit 50000')).rows.map(({ id }) => String(id));
let next = 0;

await db.$client.execute('create table bare_writes (id integer primary key, text text not null)');
const bare = () =>
  JSON.stringify({
    baton: null,
    requests: [
      {
        type: 'batch',
        batch: { steps: [{ stmt: { sql: `insert into bare_writes (text) values ('${newId()}')`, args: [], want_rows: true } }] },
      },
      { type: 'close' },
    ],
  });

const renamedTo = (to: readonly string[], from: readonly string[]) => new Map(from.map((name, i) => [name, to[i] ?? name]));
const straight: Readonly<Record<string, (writer: number) => Promise<unknown>>> = {
  'a bare row': () => runBatch(filled.url, bare()),
  'a message': (writer) => runBatch(filled.url, message(renamedTo(names[writer % PAIRS] ?? [], modelNames))),
  'a like': (writer) => {
    const target = everybody[next++ % everybody.length] ?? '';
    return runBatch(filled.url, like(renamedTo([likers[writer % PAIRS]?.id ?? '', target], [liker.id, liked.id])));
  },
};

const lines: ReportLine[] = [];
for (const writers of WRITERS) {
  let limit: number | null = null;
  for (const [what, write] of Object.entries(straight)) {
    const rate = await rateOf(writers, write);
    lines.push({ what: `${what}, straight, ${writers} at once`, ours: rate, limit, unit: 'a second', aim: null });
    limit ??= rate;
  }
}

const worker = await startWorker({ dbUrl: filled.url, hasRooms: true, vars });
lifetime.defer(worker.stop);
const sendOf = pairs.map(({ from, conversation }) => messageSender(apiClient(worker.url, from.cookie), conversation));
for (const first of sendOf) await first();
for (const writers of WRITERS) {
  const sends = await rateOf(writers, async (writer) => sendOf[writer % PAIRS]?.());
  lines.push({ what: `a message through a Worker, ${writers} at once`, ours: sends, limit: null, unit: 'a second', aim: null });
  const likes = await rateOf(writers, async (writer) => {
    const answer = await apiClient(worker.url, (likers[writer % PAIRS] as TestMember).cookie).post('/api/likes.php', {
      profile: everybody[next++ % everybody.length],
    });
    assertCorrect(answer.status === 200, `a like was taken (${answer.status})`);
  });
  lines.push({ what: `a like through a Worker, ${writers} at once`, ours: likes, limit: null, unit: 'a second', aim: null });
}
report(`P25 writes a second of one primary with ${MEMBERS} members`, lines);
