import { setTimeout as pause } from 'node:timers/promises';
import { CommandError } from '../../../scripts/lib/command/command-error.ts';
import { runCommand } from '../../../scripts/lib/command/run-command.ts';
import { type LoadMembers, makeLoadMembers } from '../support/load-members.ts';
import { MixedLoad, openLoop } from '../support/mixed-load.ts';
import { addPrivateFacts, breachesAtEnd, breachInAnswer, type PrivateFacts } from './checks.ts';
import { Device } from './device.ts';
import { watchProcesses } from './process-watch.ts';
import { countsOf, isDone, isShed, nameOf, RequestLog, type Stretch } from './request-log.ts';
import { type Fault, type SoakSite, startSoakSite } from './site.ts';
import { readSoakOptions, type SoakOptions } from './soak-options.ts';
import { type FaultOutcome, type LoadOutcome, printSoak } from './soak-report.ts';

/** After a fault is mended, and after four times the load, everything has to be as before within this time (ms). */
const RECOVERY_MS = 30_000;
/** So long (ms) nothing may have failed for the site to count as recovered. */
const CALM_MS = 3_000;
/** When faults begin, as shares of the duration. The last half has none: in it memory and handles are looked at. */
const FAULTS_AT = [0.08, 0.18, 0.28, 0.38];
const QUIET_FROM = 0.52;
const OVERLOAD = 4;
const OVERLOAD_SHARE = 0.2;
const MINUTE_MS = 60_000;
/** Every tenth member who is in has two devices. */
const SECOND_DEVICE_EVERY = 10;
/** Devices that are opened at the same time. */
const OPENED_AT_ONCE = 20;
const SETTLE_MS = 90_000;
/** What memory of a process may grow by in the quiet stretch, by its slope, as a share of itself; and its file handles. */
const [MEMORY_GROWTH, HANDLE_GROWTH] = [0.1, 10];

const now = () => performance.now();

/** Waits until a condition holds. Returns the ms it took, or null if it did not within `ms`. */
async function timeUntil(holds: () => boolean, ms: number): Promise<number | null> {
  const start = now();
  while (!holds()) {
    if (now() - start > ms) return null;
    await pause(100);
  }
  return now() - start;
}

/** A soak that runs: the site, the load on it and the open devices. */
interface Soak {
  readonly options: SoakOptions;
  readonly site: SoakSite;
  readonly load: MixedLoad;
  readonly members: LoadMembers;
  readonly devices: readonly Device[];
  readonly facts: PrivateFacts;
  readonly log: RequestLog;
  /** Answers that name what they may not. */
  readonly inAnswers: string[];
}

async function startSoak(options: SoakOptions, lifetime: AsyncDisposableStack): Promise<Soak> {
  const site = await startSoakSite(options.members, options.rooms, lifetime);
  const made = await makeLoadMembers(site.db, { members: options.callers, pairs: options.open / 2 });
  const { load: members, facts } = await addPrivateFacts(site.db, made);
  const log = new RequestLog();
  const inAnswers: string[] = [];
  const conversations = new Map<string, Set<string>>(members.members.map(({ id }) => [id, new Set()]));
  for (const { conversation, members: both } of members.pairs) for (const { id } of both) conversations.get(id)?.add(conversation);
  const breachIn = breachInAnswer(facts, conversations);
  const load = new MixedLoad({
    load: members,
    site,
    seed: 'soak',
    onRequest: log.add,
    onAnswer: (member, path, text) => inAnswers.push(...[breachIn(member, path, text) ?? []].flat()),
  });
  const inside = members.pairs.flatMap(({ conversation, members: both }) => both.map((member) => ({ conversation, member })));
  const devices = inside.flatMap(({ conversation, member }, i) => {
    const open = () => new Device(load.clientOf(member), site.origin, [conversation]);
    return i % SECOND_DEVICE_EVERY === 0 ? [open(), open()] : [open()];
  });
  return { options, site, load, members, devices, facts, log, inAnswers };
}

/** Opens the devices, a few at a time. Throws a command error if they are not all open within five minutes. */
async function openDevices(devices: readonly Device[], lifetime: AsyncDisposableStack): Promise<void> {
  const heartbeats = new Set<NodeJS.Timeout>();
  lifetime.defer(async () => {
    for (const timer of heartbeats) clearInterval(timer);
    for (const device of devices) device.close();
  });
  for (let opened = 0; opened < devices.length; opened += OPENED_AT_ONCE) {
    const some = devices.slice(opened, opened + OPENED_AT_ONCE);
    for (const device of some) {
      void device.run();
      heartbeats.add(setInterval(() => device.beat(), Device.beatMs));
    }
    await timeUntil(() => some.every((device) => device.isOpen()), 15_000);
    process.stderr.write(`\r${Math.min(opened + OPENED_AT_ONCE, devices.length)} of ${devices.length} devices`);
  }
  process.stderr.write('\n');
  if ((await timeUntil(() => devices.every((device) => device.isOpen()), 300_000)) === null)
    throw new CommandError('Some devices were not admitted to their rooms.');
}

const openCount = (devices: readonly Device[]) => devices.filter((device) => device.isOpen()).length;

/** Whether every device is connected, and nothing has failed or was shed lately. */
function isCalm({ devices, log, load, options }: Soak): boolean {
  const lately = log.lately(CALM_MS);
  const expected = (options.rate * CALM_MS) / 1000;
  return devices.every((device) => device.isOpen()) && lately.length > expected / 2 && lately.every(isDone) && load.inFlight < options.rate;
}

/** Causes a fault and waits until the site has recovered; the stretch of the fault ends then. */
async function sufferFault(soak: Soak, fault: Fault): Promise<FaultOutcome> {
  const from = now();
  process.stderr.write(`${fault.name} …\n`);
  await fault.cause();
  const mendedAt = now();
  const recovery = await timeUntil(() => isCalm(soak), RECOVERY_MS * 2);
  const stretch = { from, to: now() };
  // The time in which nothing failed is part of it.
  const recoveredMs = recovery === null ? null : Math.max(0, recovery - CALM_MS);
  const failed = soak.log.during(stretch).filter((request) => !isDone(request));
  process.stderr.write(`${fault.name}: recovered after ${recoveredMs?.toFixed(0)} ms; ${countsOf(failed.map(nameOf))}\n`);
  return { name: fault.name, stretch, mendedMs: mendedAt - from, recoveredMs, failed: countsOf(failed.map(nameOf)) };
}

/** The usual load for the whole duration, with the faults at their moments. */
async function usualLoad(soak: Soak, signal: AbortSignal): Promise<{ outcome: LoadOutcome; faults: FaultOutcome[]; quiet: Stretch }> {
  const { options, site, load } = soak;
  const ms = options.minutes * MINUTE_MS;
  const from = now();
  const arriving = openLoop(load, options.rate, ms, 'usual', signal);
  const faults: FaultOutcome[] = [];
  for (const [i, fault] of site.faults.entries()) {
    await pause(Math.max(0, from + ms * (FAULTS_AT[i] ?? 0) - now()));
    faults.push(await sufferFault(soak, fault));
  }
  const quietFrom = Math.max(from + ms * QUIET_FROM, now());
  const arrivals = await arriving;
  const stretch = { from, to: now() };
  return { outcome: { name: 'the usual load', stretch, rate: options.rate, arrivals }, faults, quiet: { from: quietFrom, to: now() } };
}

/** Four times the load, then the usual load again until the site has recovered. */
async function overload(soak: Soak, signal: AbortSignal): Promise<{ outcome: LoadOutcome; recoveredMs: number | null; after: Stretch }> {
  const { options, load } = soak;
  const rate = options.rate * OVERLOAD;
  const from = now();
  process.stderr.write(`${rate} requests a second …\n`);
  const arrivals = await openLoop(load, rate, Math.min(2, options.minutes * OVERLOAD_SHARE) * MINUTE_MS, 'overload', signal);
  const to = now();
  const arriving = openLoop(load, options.rate, RECOVERY_MS + CALM_MS, 'after', signal);
  const recovery = await timeUntil(() => isCalm(soak), RECOVERY_MS + CALM_MS);
  const recoveredMs = recovery === null ? null : Math.max(0, recovery - CALM_MS);
  const after = { from: to, to: now() };
  await arriving;
  return { outcome: { name: `${OVERLOAD} × the load`, stretch: { from, to }, rate, arrivals }, recoveredMs, after };
}

/** Waits until all messages are acknowledged and delivered: no event waits, and all devices show all messages. */
async function settle({ site, load, devices }: Soak): Promise<string[]> {
  if ((await timeUntil(() => load.inFlight === 0, SETTLE_MS)) === null) return [`${load.waitingMessages()} messages are not acknowledged`];
  await site.scheduled();
  const shownBy = Map.groupBy(load.acknowledged(), (message) => message.conversation_id);
  const wanted = (device: Device) => device.conversations.reduce((sum, id) => sum + (shownBy.get(id)?.length ?? 0), 0);
  const late = () => devices.filter((device) => device.shownCount() < wanted(device)).length;
  return (await timeUntil(() => late() === 0, SETTLE_MS)) === null ? [`${late()} devices do not show all messages`] : [];
}

/** The breaches in what requests were answered, apart from the seconds of faults. */
function breachesInAnswers(soak: Soak, faults: readonly FaultOutcome[], overloaded: Stretch, after: Stretch): string[] {
  const inFaults = faults.map(({ stretch }) => stretch);
  const elsewhere = soak.log.outside([...inFaults, overloaded, after]).filter((request) => !isDone(request));
  const duringOverload = [...soak.log.during(overloaded), ...soak.log.during(after)];
  const notShed = duringOverload.filter((request) => !isDone(request) && !isShed(request));
  return [
    ...(elsewhere.length > 0 ? [`outside of faults: ${countsOf(elsewhere.map(nameOf))}`] : []),
    ...(notShed.length > 0 ? [`with ${OVERLOAD} times the load: ${countsOf(notShed.map(nameOf))}`] : []),
    ...(soak.load.refusedMessages().length > 0 ? [`messages were refused: ${countsOf(soak.load.refusedMessages())}`] : []),
    ...soak.inAnswers.slice(0, 10),
  ];
}

/** What does not hold at the end. Checks that could not be made count as such, so that the rest of the report is printed. */
const checked = (soak: Parameters<typeof breachesAtEnd>[0]): Promise<string[]> =>
  breachesAtEnd(soak).catch((error: unknown) => [`the checks at the end failed: ${error instanceof Error ? error.stack : String(error)}`]);

/** Runs the soak and prints its report; the exit code is 1 if anything does not hold. */
async function soakSite(options: SoakOptions, lifetime: AsyncDisposableStack): Promise<void> {
  const soak = await startSoak(options, lifetime);
  const { site, devices } = soak;
  const ending = new AbortController();
  lifetime.defer(async () => ending.abort());
  // While the Worker is away a run fails; the next one does what it has left.
  const failedRuns: number[] = [];
  const cron = setInterval(() => void site.scheduled().catch(() => failedRuns.push(now())), MINUTE_MS);
  lifetime.defer(async () => clearInterval(cron));
  await openDevices(devices, lifetime);
  const watch = watchProcesses(site.processes);
  lifetime.defer(async () => watch.stop());
  const usual = await usualLoad(soak, ending.signal);
  const over = await overload(soak, ending.signal);
  const unsettled = await settle(soak);
  await site.scheduled();
  const trends = watch.trends(usual.quiet.from, usual.quiet.to);
  const minutes = (usual.quiet.to - usual.quiet.from) / MINUTE_MS;
  const grown = trends.flatMap(({ name, memory, memoryPerMinute, handlesPerMinute }) => [
    ...(memoryPerMinute * minutes > memory * MEMORY_GROWTH ? [`memory of ${name} grows by ${memoryPerMinute.toFixed(0)} KB a minute`] : []),
    ...(handlesPerMinute * minutes > HANDLE_GROWTH ? [`file handles of ${name} grow by ${handlesPerMinute.toFixed(1)} a minute`] : []),
  ]);
  const breaches = [
    ...breachesInAnswers(soak, usual.faults, over.outcome.stretch, over.after),
    ...usual.faults
      .filter(({ recoveredMs }) => recoveredMs === null || recoveredMs > RECOVERY_MS)
      .map(({ name }) => `${name}: not recovered within 30 s`),
    ...(over.recoveredMs === null ? [`not recovered within 30 s after ${OVERLOAD} times the load`] : []),
    ...[usual.outcome, over.outcome].filter(({ arrivals }) => arrivals.leftOut > 0).map(({ name }) => `${name}: requests were left out`),
    ...(openCount(devices) < devices.length ? [`${devices.length - openCount(devices)} devices are not connected`] : []),
    ...grown,
    ...unsettled,
    ...(await checked({ ...soak, db: site.db, members: soak.members.members })),
  ];
  printSoak({
    ...soak,
    loads: [usual.outcome, over.outcome],
    faults: usual.faults,
    recoveredMs: over.recoveredMs,
    trends,
    failedRuns,
    breaches,
  });
  if (breaches.length > 0) process.exitCode = 1;
}

await runCommand((lifetime) => soakSite(readSoakOptions(process.argv.slice(2)), lifetime));
