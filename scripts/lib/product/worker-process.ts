import { Refusal } from '../command/command-error.ts';
import { inProject } from '../paths.ts';
import { type Running, startProgram } from '../process/start-program.ts';
import type { HostCall, HostReply } from './worker-host-messages.ts';
import type { WorkerOptions } from './worker-options.ts';

export interface WorkerProcess extends Running {
  /** Runs the scheduled handler, as cron does once a minute when deployed; gives its outcome. */
  scheduled(): Promise<string>;
  /** Takes the module that was built last, and other options where they are given. */
  reload(others?: WorkerOptions): Promise<void>;
  putPhoto(name: string, bytes: Uint8Array): Promise<void>;
  photoNames(): Promise<string[]>;
  dropPhotos(): Promise<void>;
}

type Asked = HostCall extends infer Call ? (Call extends HostCall ? Omit<Call, 'id'> : never) : never;

/** Sends calls to the host and pairs its replies with them by id; a host that ends fails what is open. */
function callsTo(running: Running): (call: Asked) => Promise<unknown> {
  const open = new Map<number, (reply: HostReply) => void>();
  let last = 0;
  running.child.on('message', (reply: HostReply) => {
    open.get(reply.id)?.(reply);
    open.delete(reply.id);
  });
  running.ended.then((how) => {
    for (const [id, settle] of open) settle({ id, fault: `the Worker ended (${how})` });
  });
  return async (call) => {
    const id = ++last;
    const { promise, resolve } = Promise.withResolvers<HostReply>();
    open.set(id, resolve);
    running.child.send({ ...call, id });
    const reply = await promise;
    if (reply.fault !== undefined) throw new Error(reply.fault);
    return reply.value;
  };
}

/** Starts the built Worker in a process of its own, and waits until it listens. */
export async function startWorkerProcess(options: WorkerOptions, log?: string): Promise<WorkerProcess> {
  const running = startProgram({
    name: 'the Worker',
    command: process.execPath,
    args: [inProject('scripts/lib/product/worker-host.ts')],
    port: options.port,
    hasChannel: true,
    ...(log ? { log } : {}),
  });
  const ask = callsTo(running);
  await ask({ name: 'start', options }).catch(async (error: unknown) => {
    await running.stop();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(`The Worker did not start (${reason}):\n${running.lastOutput()}`);
  });
  return {
    ...running,
    scheduled: async () => String(await ask({ name: 'scheduled' })),
    reload: async (others = options) => void (await ask({ name: 'reload', options: others })),
    putPhoto: async (name, bytes) => void (await ask({ name: 'putPhoto', photo: { name, bytes } })),
    photoNames: async () => asNames(await ask({ name: 'photoNames' })),
    dropPhotos: async () => void (await ask({ name: 'dropPhotos' })),
  };
}

/** The host answers this call with a list of object keys and nothing else. */
function asNames(value: unknown): string[] {
  return value as string[];
}
