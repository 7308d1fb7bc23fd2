import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#db/client';
import { aMember, PASSWORD } from '../support/database/factories.ts';
import { apiClient } from '../support/product/api-client.ts';
import { startProduct } from '../support/product/test-product.ts';
import { assertCorrect, report } from './support/report.ts';

/**
 * How long calls without a password take while others log in, because the hash of a password keeps an isolate busy
 * (docs/performance.md, "P19: calls beside a flood of logins").
 */
const LOGINS = 27;
const SPAN_MS = 5_000;
const BLOCKS = 3;

await using lifetime = new AsyncDisposableStack();
const product = await startProduct({ vars: { SETTINGS_TTL_SECONDS: '3600' }, hasOwnWorker: true });
lifetime.defer(product.stop);
const db = openDatabase(product.dbUrl);
const reader = await aMember(db);
const me = apiClient(product.url, reader.cookie);

const quantile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;

/** Calls one after the other, with a pause of 20 ms, until `until` resolves; how long each took in ms. */
async function timesUntil(until: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  void until.then(() => {
    isOver = true;
  });
  const times: number[] = [];
  while (!isOver) {
    const began = performance.now();
    const answer = await me.get('/api/user.php');
    assertCorrect(answer.status === 200, `the call answers ${answer.status}`);
    times.push(performance.now() - began);
    await pause(20);
  }
  return times;
}

/** Logs in as many different members from as many networks, evenly in five seconds; gives the statuses. */
async function flood(): Promise<number[]> {
  const members = await Promise.all(Array.from({ length: LOGINS }, () => aMember(db)));
  return Promise.all(
    members.map(async ({ email }, n) => {
      await pause((SPAN_MS / LOGINS) * n);
      const from = { 'CF-Connecting-IP': `203.0.113.${n}` };
      return (await apiClient(product.url).post('/api/login.php', { email, password: PASSWORD }, from)).status;
    }),
  );
}

const quiet: number[][] = [];
const beside: number[][] = [];
let refused = 0;
for (let block = 0; block < BLOCKS; block += 1) {
  quiet.push(await timesUntil(pause(SPAN_MS / 2)));
  const logins = flood();
  beside.push(await timesUntil(logins));
  const statuses = await logins;
  assertCorrect(
    statuses.every((status) => status === 200 || status === 429),
    `logins answer ${statuses.join()}`,
  );
  refused += statuses.filter((status) => status === 429).length;
}

const line = (what: string, share: number, aim: number) => {
  const ours = beside.map((times) => quantile(times, share));
  return {
    what,
    ours: quantile(ours, 0.5),
    limit: quantile(quiet.flat(), share),
    unit: 'ms',
    aim,
    spread: [Math.min(...ours), Math.max(...ours)] as const,
  };
};
report('P19 calls beside a flood of logins', [line('another call, p50', 0.5, 250), line('another call, p95', 0.95, 1_000)]);
console.log(`${refused} of ${LOGINS * BLOCKS} logins were told to wait.`);
