import { ENDPOINTS } from '#contract/all-endpoints';
import { openDatabase } from '#db/client';
import { saveSetting } from '#db/queries/operator/settings';
import { aMatch, aMember, type TestMember } from '../support/database/factories.ts';
import { startDatabase } from '../support/database/test-database-server.ts';
import { apiClient } from '../support/product/api-client.ts';
import { endpointCalls } from '../support/product/endpoint-calls.ts';
import { startWorker } from '../support/product/test-worker.ts';
import { startCountingProxy } from '../support/servers/counting-proxy.ts';
import { assertCorrect, type ReportLine, report } from './support/report.ts';

/** Database round trips of every endpoint, counted on the wire (docs/performance.md, "P13: round trips to the database"). */
await using lifetime = new AsyncDisposableStack();
const database = await startDatabase();
lifetime.defer(database.stop);
const proxy = await startCountingProxy(database.url);
lifetime.defer(proxy.stop);
const worker = await startWorker({ dbUrl: proxy.url, vars: { SETTINGS_TTL_SECONDS: '3600' } });
lifetime.defer(worker.stop);
const db = openDatabase(database.url);
await saveSetting(db, 'member_resell', ['cams']);

const as = (member: Pick<TestMember, 'cookie'> | null) => apiClient(worker.url, member?.cookie ?? '');
const [noor, bas] = [await aMember(db, { credits: 9 }), await aMember(db, { name: 'Bas' })];
await aMatch(db, noor.id, bas.id);
const conversation = String((await as(noor).get(`/api/chat.php?profile=${bas.id}`)).at('id'));
const calls = endpointCalls({ db, url: worker.url, as, noor, bas, conversation });

const lines: ReportLine[] = [];
for (const name of Object.keys(ENDPOINTS)) {
  const prepare = calls[name];
  if (!prepare) throw new Error(`no call of ${name} in tests/support/product/endpoint-calls.ts`);
  const call = await prepare();
  proxy.takeRoundTrips();
  const answer = await call();
  // There are no rooms here, so that the health check answers 503.
  assertCorrect(answer.status < 400 || name === 'settings.getHealth', `${name} answers ${answer.status}`);
  lines.push({ what: name, ours: proxy.takeRoundTrips().length, limit: null, unit: 'trips', aim: 2 });
}
const sorted = lines.map(({ ours }) => ours).toSorted((a, b) => a - b);
lines.push({
  what: `median of ${sorted.length} endpoints`,
  ours: sorted[sorted.length >> 1] ?? Number.NaN,
  limit: null,
  unit: 'trips',
  aim: 1,
});
report('P13 database round trips', lines);
