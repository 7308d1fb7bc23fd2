import { ACTS, type Act, type Performance, performancesOf } from './price/acts.ts';
import { COUNTED, type Counts, type MeteredSite, startMeteredSite } from './price/metered-site.ts';
import { MONTH } from './price/month.ts';
import { type Bill, billOf, type Counted, memberMonth } from './price/price-of.ts';
import { assertCorrect, type ReportLine, report } from './support/report.ts';

/**
 * What a month of the site costs at list prices: counts what each act of a member uses at two sizes of the database, and multiplies
 * (docs/performance.md, "P16: the price of a month").
 */
const [FEW = 10_000, MANY = 100_000, OPEN_MINUTES = 3] = process.argv.slice(2).map(Number);
const MEMBERS = [10_000, 100_000, 1_000_000, 10_000_000];
const AIM_USD = 250;
const AIM_GROWTH = 1.05;

const shareOf = (counts: Counts, times: number): Counts =>
  Object.fromEntries(COUNTED.map((name) => [name, counts[name] / times])) as Counts;

const without = (counts: Counts, others: Counts): Counts =>
  Object.fromEntries(COUNTED.map((name) => [name, Math.max(0, counts[name] - others[name])])) as Counts;

const withLater = (counts: Counts, later: Performance['later'] = {}): Counts =>
  Object.fromEntries(COUNTED.map((name) => [name, counts[name] + (later[name] ?? 0)])) as Counts;

async function countOf(site: MeteredSite, { times, prepare, perform }: Performance): Promise<Counts> {
  await prepare?.();
  await site.take();
  for (let time = 0; time < times; time += 1) await perform();
  return shareOf(await site.take(), times);
}

/** A minute with nothing to do: the second run, as the first does what is due once an hour and once a day. */
async function idleMinute(site: MeteredSite): Promise<Counts> {
  for (let run = 0; run < 2; run += 1) {
    await site.take();
    assertCorrect((await site.scheduled()) === 'ok', 'the run succeeds');
  }
  return site.take();
}

/** Counts all acts on a site with so many accounts. An open minute, which asks the database for nothing, may be known from another site. */
async function countSite(accounts: number, openMinute?: Counts): Promise<Counted> {
  await using lifetime = new AsyncDisposableStack();
  const site = await startMeteredSite(accounts, lifetime);
  const databaseGB = (await site.databaseBytes()) / 1e9;
  const acts = new Map<Act, Counts>(openMinute ? [['open minute', openMinute]] : []);
  let minute: Counts | undefined;
  for (const performance of await performancesOf(site, openMinute ? 0 : OPEN_MINUTES, lifetime)) {
    const { act } = performance;
    if (act === 'mail') {
      await site.asDeployed();
      minute = await idleMinute(site);
    }
    const counts = await countOf(site, performance);
    acts.set(act, withLater(shareOf(minute ? without(counts, minute) : counts, performance.acts ?? 1), performance.later));
    process.stderr.write(`\r${accounts} accounts: ${act}          `);
  }
  process.stderr.write('\n');
  assertCorrect(minute !== undefined && ACTS.every((act) => acts.has(act)), 'every act was counted');
  return { accounts, acts: Object.fromEntries(acts) as Counted['acts'], idleMinute: minute as Counts, databaseGB };
}

const round = (value: number) => Number(value.toPrecision(3));
const rounded = (counts: Counts) => Object.fromEntries(COUNTED.map((name) => [name, round(counts[name])]));

function printCounts(counted: Counted): void {
  console.log(`\nCounted at ${counted.accounts} accounts, ${round((counted.databaseGB * 1e6) / counted.accounts)} KB each in the database`);
  const rows = ACTS.map((act) => [`${MONTH[act]} × ${act}`, rounded(counted.acts[act])] as const);
  const all = [
    ...rows,
    ['a member’s month', rounded(memberMonth(counted))] as const,
    ['a minute of the site', rounded(counted.idleMinute)] as const,
  ];
  console.table(Object.fromEntries(COUNTED.map((name) => [name, Object.fromEntries(all.map(([what, counts]) => [what, counts[name]]))])));
}

function printBills(bills: readonly Bill[]): void {
  console.log('\nUS dollars a month at list prices, by members who come in it');
  const names = Object.keys(bills[0]?.lines ?? {});
  const column = (of: (bill: Bill) => number) => Object.fromEntries(bills.map((bill) => [bill.members, of(bill).toFixed(2)]));
  console.table({
    ...Object.fromEntries(names.map((name) => [name, column(({ lines }) => lines[name] ?? 0)])),
    'all of it': column(({ total }) => total),
    'with a database of one’s own': column(({ totalWithOwnDatabase }) => totalWithOwnDatabase),
    'a thousand members': column(({ total, members }) => (total / members) * 1000),
    'the same without plans': column(({ totalOfUse, members }) => (totalOfUse / members) * 1000),
  });
}

const few = await countSite(FEW);
const many = await countSite(MANY, few.acts['open minute']);
for (const counted of [few, many]) printCounts(counted);
const bills = MEMBERS.map((members) => billOf(members, few, many));
printBills(bills);
const lines: ReportLine[] = [];
for (const [i, bill] of bills.entries()) {
  const before = bills[i - 1];
  if (!before) continue;
  const growth = (of: (one: Bill) => number) => of(bill) / bill.members / (of(before) / before.members);
  const what = `a member of ${bill.members}, beside one of a tenth`;
  const line = { limit: null, unit: '×' } as const;
  lines.push({ ...line, what: `${what}, without plans`, ours: growth(({ totalOfUse }) => totalOfUse), aim: AIM_GROWTH });
  lines.push({ ...line, what: `${what}, with what plans include`, ours: growth(({ total }) => total), aim: null });
}
const million = bills.find(({ members }) => members === 1_000_000);
if (million) lines.unshift({ what: 'a month of 1,000,000 members', ours: million.total, limit: null, unit: 'USD', aim: AIM_USD });
report('P16 price of a month', lines);
