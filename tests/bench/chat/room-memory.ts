import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { HEARTBEAT_SECONDS } from '#contract/realtime';
import { roomNameOf, signTicket, TICKET_MS } from '#room/tokens';
import { WORKER_BUNDLE } from '../../../scripts/lib/build/build-worker.ts';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { startRooms } from '../../../scripts/lib/product/rooms-server.ts';
import { newId } from '../../support/database/factories.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { UNREACHABLE_HOST } from '../../support/product/test-worker.ts';
import { bundleAsDeployed, startBundledWorker } from '../support/bundled-worker.ts';
import { openSocket } from '../support/event-socket.ts';
import { memoryOf, workerdOf } from '../support/process-stats.ts';
import { assertCorrect } from '../support/report.ts';
import { type BenchmarkPart, HAS_ROOMS } from './fixture.ts';

const [FEW, MANY] = [1_000, 5_000];
const AT_ONCE = 25;
/** So many rooms are opened before a pause in which they hibernate: of more that are awake at a time the runtime runs out of memory. */
const AWAKE = 1_000;
const HIBERNATES_AFTER_MS = 12_000;
/** The interval at which a page sends a heartbeat. */
const BEAT_MS = HEARTBEAT_SECONDS * 1000;
const BEAT_SHARES = 100;
const IDLE_MINUTES = process.argv.includes('--long') ? 10 : 2;
const ORIGIN = 'http://localhost';
const SECRET = TEST_SECRETS.PARTY_SECRET;

/** The workerd that holds rooms, and the address of their sockets without the name of the room. */
interface RoomProcess {
  readonly pid: string;
  readonly sockets: string;
}

async function temporaryDir(lifetime: AsyncDisposableStack): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-memory-'));
  lifetime.defer(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** PartyKit with our rooms, or with those of another entry file. */
async function startPartyKit(main: string | null, lifetime: AsyncDisposableStack): Promise<RoomProcess> {
  const dir = await temporaryDir(lifetime);
  const port = await freePort();
  const place = { port, dir: join(dir, 'rooms'), log: join(dir, 'rooms.log'), variables: { PARTY_SECRET: SECRET } };
  const rooms = await startRooms(main === null ? place : { ...place, main });
  lifetime.defer(rooms.stop);
  return { pid: workerdOf(rooms.child.pid ?? 0), sockets: `ws://localhost:${port}/parties/main` };
}

/**
 * A Worker with rooms, and without a database, which an idle room does not need. Sockets come to it at once: what stands for the edge on
 * this machine keeps a compressor for each of them.
 */
async function startWorkerRooms(name: string, bundle: string, lifetime: AsyncDisposableStack): Promise<RoomProcess> {
  const variables = { ENVIRONMENT: 'development', ROOMS: 'worker', DB_URL: `http://${UNREACHABLE_HOST}`, ...TEST_SECRETS };
  const dir = await temporaryDir(lifetime);
  const worker = await startBundledWorker({ name, bundle, dir, variables, isDirect: true }, lifetime);
  return { pid: worker.pid, sockets: `${worker.url.replace(/^http/, 'ws')}/parties/member-room` };
}

/** The rooms of the product, and minimal ones at the same host. */
async function startBoth(lifetime: AsyncDisposableStack): Promise<readonly [RoomProcess, RoomProcess]> {
  if (!HAS_ROOMS) return [await startPartyKit(null, lifetime), await startPartyKit('tests/bench/baseline/relay-room.ts', lifetime)];
  const minimal = await bundleAsDeployed(await temporaryDir(lifetime), 'minimal', 'tests/bench/baseline/rooms-worker.ts');
  return [await startWorkerRooms('rooms', WORKER_BUNDLE, lifetime), await startWorkerRooms('minimal', minimal, lifetime)];
}

async function openRooms({ pid, sockets: address }: RoomProcess, lifetime: AsyncDisposableStack) {
  const sockets: Awaited<ReturnType<typeof openSocket>>[] = [];
  lifetime.defer(async () => {
    for (const socket of sockets) socket.close();
  });

  async function enter(): Promise<void> {
    const member = newId();
    const room = await roomNameOf(SECRET, member);
    const claims = { id: newId(), room, member, session: newId(), origin: ORIGIN, expires_at: Date.now() + TICKET_MS };
    const ticket = await signTicket(SECRET, claims);
    const socket = await openSocket(`${address}/${room}?ticket=${ticket}`, { Origin: ORIGIN });
    socket.send('ping');
    sockets.push(socket);
  }

  return {
    /** Opens rooms up to this number; returns the memory of the process afterwards, in kilobytes. */
    async fill(count: number): Promise<number> {
      while (sockets.length < count) {
        const until = Math.min(count, sockets.length + AWAKE);
        while (sockets.length < until) await Promise.all(Array.from({ length: Math.min(AT_ONCE, until - sockets.length) }, enter));
        await pause(HIBERNATES_AFTER_MS);
      }
      assertCorrect(
        sockets.every((socket) => socket.isOpen()),
        `all ${count} rooms are open`,
      );
      return memoryOf(pid);
    },
    /** Sends a heartbeat of every socket, spread over the interval like those of pages that were opened at different times. */
    async beat(): Promise<void> {
      const share = Math.ceil(sockets.length / BEAT_SHARES);
      for (let sent = 0; sent < sockets.length; sent += share) {
        for (const socket of sockets.slice(sent, sent + share)) socket.send('ping');
        await pause(BEAT_MS / BEAT_SHARES);
      }
    },
    memory: () => {
      assertCorrect(
        sockets.every((socket) => socket.isOpen()),
        'all rooms are still open',
      );
      return memoryOf(pid);
    },
  };
}

/**
 * Memory of an idle room, as the slope from 1,000 to 5,000 rooms in a new process, compared with a minimal room at the same
 * host, and its growth over time (docs/performance.md, "P9: memory of an open room").
 */
export const roomMemory: BenchmarkPart = async (_, lifetime) => {
  const [our, minimal] = await startBoth(lifetime);
  const [ours, bare] = [await openRooms(our, lifetime), await openRooms(minimal, lifetime)];
  const [ourFew, bareFew] = [await ours.fill(FEW), await bare.fill(FEW)];
  const [ourMany, bareMany] = [await ours.fill(MANY), await bare.fill(MANY)];
  const until = Date.now() + IDLE_MINUTES * 60_000;
  // The first heartbeat allocates memory in every room, which does not count as growth.
  await Promise.all([ours.beat(), bare.beat()]);
  const [ourStart, bareStart] = [ours.memory(), bare.memory()];
  while (Date.now() < until) await Promise.all([ours.beat(), bare.beat()]);
  const slope = (few: number, many: number) => (many - few) / (MANY - FEW);
  return [
    { what: 'P9 memory an idle room', ours: slope(ourFew, ourMany), limit: slope(bareFew, bareMany), unit: 'KB', aim: 1.15 },
    // The heap of the runtime varies, so the growth is compared with that of the minimal rooms.
    {
      what: `P9 ${MANY} rooms: growth in ${IDLE_MINUTES} idle minutes`,
      ours: ours.memory() / ourStart,
      limit: bare.memory() / bareStart,
      unit: '×',
      aim: 1.02,
    },
  ];
};
