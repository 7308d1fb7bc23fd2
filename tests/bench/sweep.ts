import { parseArgs } from 'node:util';
import { openDatabase } from '#db/client';
import { aConversation, aLike, aMember } from '../support/database/factories.ts';
import { addSurroundingRows } from '../support/database/surrounding-rows.ts';
import { apiClient } from '../support/product/api-client.ts';
import { startWorker, type TestWorkerOptions } from '../support/product/test-worker.ts';
import { TEST_VAPID } from '../support/servers/push-service.ts';
import { startRowsProxy } from '../support/servers/rows-proxy.ts';
import { messageSender } from './chat/fixture.ts';
import { assertCorrect, type ReportLine, report } from './support/report.ts';
import { filledDatabase } from './support/search-database.ts';
import { BACKLOGS, leftOf, pileUp } from './sweep/backlogs.ts';
import { drain } from './sweep/drain.ts';
import { startMailSink, startPushSink, startRoomsSink } from './sweep/sinks.ts';

/**
 * The scheduled handler on a large site: the rows it reads in a minute with nothing to do, and how steadily it drains what has piled up, and what
 * sends of messages feel of that (docs/performance.md, "P22: the scheduled handler at a million members").
 */
const { values, positionals } = parseArgs({ options: { rows: { type: 'string' } }, allowPositionals: true });
const [MEMBERS = 1_000_000, ROWS = 100_000, MINUTES = 20] = positionals.map(Number);
const NOW = Date.now();
/** The time limit of a statement that writes many rows. */
const FILL_MS = 600_000;
const IDLE_ROWS = 100;
const PAIRS = 50;

assertCorrect(MEMBERS >= ROWS, 'there are as many members as rows to pile up');
await using lifetime = new AsyncDisposableStack();
const filled = await filledDatabase(MEMBERS, NOW, {
  addRows: (db) => addSurroundingRows(db, MEMBERS, NOW),
  ...(values.rows ? { keptIn: values.rows } : {}),
});
lifetime.defer(filled.stop);
const patient = openDatabase(filled.url, undefined, FILL_MS);

const [rooms, mailServer, pushServices] = [await startRoomsSink(), await startMailSink(), await startPushSink()];
for (const sink of [rooms, mailServer, pushServices]) lifetime.defer(sink.stop);

async function startSite(options: Pick<TestWorkerOptions, 'dbUrl'>, more: TestWorkerOptions['vars'] = {}) {
  const vars = { ...more, ...TEST_VAPID, MAIL_URL: mailServer.url, MAIL_FROM: 'hello@vonk.example', SETTINGS_TTL_SECONDS: '10' };
  const worker = await startWorker({ ...options, partyHost: new URL(rooms.url).host, outbound: pushServices.url, vars });
  lifetime.defer(worker.stop);
  return worker;
}

/** The rows and round trips of a minute with nothing to do. The run before it does what is due once an hour and once a day. */
async function idleMinute(): Promise<ReportLine[]> {
  const proxy = await startRowsProxy(filled.url);
  lifetime.defer(proxy.stop);
  const worker = await startSite({ dbUrl: proxy.url });
  for (let run = 0; run < 2; run += 1) {
    proxy.take();
    assertCorrect((await worker.scheduled()) === 'ok', 'the run succeeds');
  }
  const { rows, trips } = proxy.take();
  return [
    { what: 'an idle minute, rows read', ours: rows, limit: null, unit: 'rows', aim: IDLE_ROWS },
    { what: 'an idle minute, round trips', ours: trips, limit: null, unit: 'trips', aim: null },
  ];
}

/** Members who match by twos, so that messages are free, and who write in turn, so that no limit stops them. */
async function messagesBetweenMembers(url: string) {
  const { db } = filled;
  const senders: (() => Promise<void>)[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const [sender, recipient] = [await aMember(db), await aMember(db)];
    await aLike(db, sender.id, recipient.id);
    await aLike(db, recipient.id, sender.id);
    const send = messageSender(apiClient(url, sender.cookie), await aConversation(db, sender.id, recipient.id));
    // The first one has no send pass.
    await send();
    senders.push(() => send());
  }
  let next = 0;
  return async () => senders[next++ % PAIRS]?.();
}

const lines: ReportLine[] = await idleMinute();
const worker = await startSite({ dbUrl: filled.url });
// A deployed site keeps no copies of mails.
const sweeper = await startSite({ dbUrl: filled.url }, { ENVIRONMENT: 'production' });
const send = await messagesBetweenMembers(worker.url);
for (const backlog of BACKLOGS) {
  await pileUp(patient, backlog, ROWS, NOW);
  assertCorrect((await leftOf(patient, backlog)) === ROWS, `all ${backlog.name} are there`);
  for (const sink of [mailServer, pushServices]) sink.take();
  lines.push(...(await drain({ db: patient, scheduled: sweeper.scheduled, send }, backlog, MINUTES * 60_000)));
  const done = ROWS - (await leftOf(patient, backlog));
  const sink = { mails: mailServer, pushes: pushServices }[backlog.name];
  if (sink) {
    const { requests, repeated } = sink.take();
    assertCorrect(
      requests >= done && repeated === 0,
      `each of ${done} ${backlog.name} goes out once; ${requests} did, ${repeated} repeated`,
    );
  }
}
report(`P22 scheduled handler at ${MEMBERS} members`, lines);
