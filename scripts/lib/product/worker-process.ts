import type { RoomPost } from '#contract/realtime';
import { CommandError } from '../command/command-error.ts';
import { inProject } from '../paths.ts';
import { type RunningProgram, startProgram } from '../process/start-program.ts';
import type { HostCall, HostReply } from './worker-host-messages.ts';
import type { WorkerOptions } from './worker-options.ts';

export interface WorkerProcess extends RunningProgram {
  /** Runs the scheduled handler, as cron does once a minute when deployed. Returns its outcome, such as `ok`. */
  scheduled(): Promise<string>;
  /** Restarts the Worker with the module built last, and with other options if given. */
  reload(others?: WorkerOptions): Promise<void>;
  /** Writes, lists and deletes the files of the local photo bucket. */
  putPhoto(name: string, bytes: Uint8Array): Promise<void>;
  photoNames(): Promise<string[]>;
  dropPhotos(): Promise<void>;
  /** Has the alarm ring that delivers events again which no room took. */
  retryEvents(): Promise<void>;
  /** Posts to a room in the Worker and returns its answer. */
  postToRoom(room: string, post: RoomPost): Promise<unknown>;
}

/** A call without its id. */
type HostRequest = HostCall extends infer Call ? (Call extends HostCall ? Omit<Call, 'id'> : never) : never;

/** Sends calls to the host process and matches replies by id. A call rejects if the host reports a fault or ends before it replies. */
function callsTo(running: RunningProgram): (call: HostRequest) => Promise<unknown> {
  const pending = new Map<number, (reply: HostReply) => void>();
  let lastId = 0;
  running.child.on('message', (reply: HostReply) => {
    pending.get(reply.id)?.(reply);
    pending.delete(reply.id);
  });
  running.ended.then((how) => {
    for (const [id, settle] of pending) settle({ id, fault: `the Worker ended (${how})` });
  });
  return async (call) => {
    const id = ++lastId;
    const { promise, resolve } = Promise.withResolvers<HostReply>();
    pending.set(id, resolve);
    running.child.send({ ...call, id });
    const reply = await promise;
    if (reply.fault !== undefined) throw new Error(reply.fault);
    return reply.value;
  };
}

/** Starts the built Worker in its own process and waits until it listens. Throws a command error if it does not start. */
export async function startWorkerProcess(options: WorkerOptions, log?: string): Promise<WorkerProcess> {
  const running = startProgram({
    name: 'the Worker',
    command: process.execPath,
    args: [inProject('scripts/lib/product/worker-host.ts')],
    port: options.port,
    hasChannel: true,
    ...(log ? { log } : {}),
  });
  const call = callsTo(running);
  await call({ name: 'start', options }).catch(async (error: unknown) => {
    await running.stop();
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The Worker did not start (${reason}):\n${running.lastOutput()}`);
  });
  return {
    ...running,
    scheduled: async () => String(await call({ name: 'scheduled' })),
    reload: async (others = options) => void (await call({ name: 'reload', options: others })),
    putPhoto: async (name, bytes) => void (await call({ name: 'putPhoto', photo: { name, bytes } })),
    photoNames: async () => asNames(await call({ name: 'photoNames' })),
    dropPhotos: async () => void (await call({ name: 'dropPhotos' })),
    retryEvents: async () => void (await call({ name: 'retryEvents' })),
    postToRoom: (room, post) => call({ name: 'postToRoom', room, post }),
  };
}

/** Sound: the reply to `photoNames` is a list of object keys. */
function asNames(value: unknown): string[] {
  return value as string[];
}
