/**
 * Counts what the platform would bill, in the isolate in which the Worker and its Durable Objects run. It is bundled around the Worker by
 * metered-site.ts beside it; the product knows nothing of it.
 */

/** What is counted in the Worker. */
export const METERED = [
  'worker_requests',
  /** Lines of the log, each of which is an event of the log service. */
  'log_lines',
  /** Bytes of the Worker's answers before compression. */
  'answer_bytes',
  /** Sockets opened, calls and alarms of Durable Objects. */
  'object_requests',
  'object_alarms',
  /** Frames that sockets sent to them. */
  'object_messages',
  /** Wall-clock time of their handlers. */
  'object_ms',
  'object_rows_read',
  'object_rows_written',
  'r2_reads',
  'r2_writes',
  'transformations',
] as const;
export type Metered = (typeof METERED)[number];
export type Meter = Record<Metered, number>;

/** The address at which the Worker tells its counts. */
export const METER_PATH = '/_meter';

const meter = Object.fromEntries(METERED.map((name) => [name, 0])) as Meter;

for (const level of ['log', 'info', 'warn', 'error'] as const) {
  const write = console[level].bind(console);
  console[level] = (...values: unknown[]) => {
    meter.log_lines += 1;
    write(...values);
  };
}

type Call = (...values: readonly unknown[]) => unknown;
type Calls = Readonly<Record<string, Call>>;

/** The same object with some of its methods replaced; the others are called on the object itself, as those of the runtime demand. */
function withCalls<T extends object>(target: T, calls: Calls): T {
  return new Proxy(target, {
    get: (_, name) => {
      const replaced = typeof name === 'string' ? calls[name] : undefined;
      if (replaced) return replaced;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

interface Bucket {
  get(name: string, options?: unknown): Promise<unknown>;
  put(...values: readonly unknown[]): Promise<unknown>;
}

/** The photos of members that `populate` has made are not in the bucket; one of the same size is. */
export const STAND_IN = 'stand-in';
const standInOf = (name: string) => name.replace(/^.*-(thumb|medium|large)\.webp$/, `${STAND_IN}-$1.webp`);

const meteredBucket = (bucket: Bucket): Bucket =>
  withCalls(bucket, {
    get: async (name, options) => {
      meter.r2_reads += 1;
      return (await bucket.get(String(name), options)) ?? bucket.get(standInOf(String(name)), options);
    },
    put: (...values) => {
      meter.r2_writes += 1;
      return bucket.put(...values);
    },
  });

interface Transformer {
  transform(options: unknown): Transformer;
  output(options: unknown): Promise<unknown>;
}
interface Images {
  input(stream: unknown): Transformer;
}

const meteredTransformer = (transformer: Transformer): Transformer => ({
  transform: (options) => meteredTransformer(transformer.transform(options)),
  output: (options) => {
    meter.transformations += 1;
    return transformer.output(options);
  },
});

interface RawEnv {
  readonly PHOTOS: Bucket;
  readonly IMAGES: Images;
}

/** The Worker parses each object of bindings once, so that it has to get the same one each time. */
const meteredEnvs = new WeakMap<object, object>();
function meteredEnv(raw: RawEnv): object {
  const known = meteredEnvs.get(raw);
  if (known) return known;
  const { PHOTOS, IMAGES } = raw;
  const metered = {
    ...raw,
    PHOTOS: meteredBucket(PHOTOS),
    IMAGES: { input: (stream: unknown) => meteredTransformer(IMAGES.input(stream)) },
  };
  meteredEnvs.set(raw, metered);
  return metered;
}

function withMeteredBody(response: Response): Response {
  if (response.body === null || response.status === 101) return response;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      meter.answer_bytes += chunk.byteLength;
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counted), response);
}

interface Worker {
  fetch(request: Request, env: object, context: unknown): Promise<Response> | Response;
  scheduled(controller: unknown, env: object, context: unknown): Promise<void>;
}

/** The Worker with everything counted that its requests and runs use. */
export const meteredWorker = (worker: Worker) => ({
  fetch: async (request: Request, env: RawEnv, context: unknown): Promise<Response> => {
    if (new URL(request.url).pathname === METER_PATH) return Response.json(meter);
    meter.worker_requests += 1;
    return withMeteredBody(await worker.fetch(request, meteredEnv(env), context));
  },
  scheduled: (controller: unknown, env: RawEnv, context: unknown): Promise<void> => {
    meter.worker_requests += 1;
    return worker.scheduled(controller, meteredEnv(env), context);
  },
});

interface ObjectStorage {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<boolean>;
  deleteAll(): Promise<void>;
  list(options: object): Promise<Map<string, unknown>>;
  getAlarm(): Promise<number | null>;
  setAlarm(time: number): Promise<void>;
}
interface ObjectState {
  readonly storage: ObjectStorage;
}

/** Counts rows as they are billed: a key is a row, a list reads those it returns, and an alarm that is set is a row. */
function meteredStorage(storage: ObjectStorage): ObjectStorage {
  const read = <T>(value: T, rows = 1): T => {
    meter.object_rows_read += rows;
    return value;
  };
  const written = <T>(value: T, rows = 1): T => {
    meter.object_rows_written += rows;
    return value;
  };
  return {
    get: (key) => read(storage.get(key)),
    put: (key, value) => written(storage.put(key, value)),
    delete: async (key) => {
      const isDeleted = await storage.delete(key);
      return written(isDeleted, isDeleted ? 1 : 0);
    },
    deleteAll: () => written(storage.deleteAll()),
    list: async (options) => {
      const found = await storage.list(options);
      return read(found, Math.max(1, found.size));
    },
    getAlarm: () => read(storage.getAlarm()),
    setAlarm: (time) => written(storage.setAlarm(time)),
  };
}

type ObjectClass = new (state: ObjectState, env: object) => object;

/** The handlers of a Durable Object, and as what each invocation is billed. */
const HANDLERS: Readonly<Record<string, Metered | null>> = {
  fetch: 'object_requests',
  post: 'object_requests',
  schedule: 'object_requests',
  alarm: 'object_alarms',
  webSocketMessage: 'object_messages',
  webSocketClose: null,
  webSocketError: null,
};

/** A class of Durable Objects with its invocations, their wall-clock time and its storage counted. */
export function meteredObject(Original: ObjectClass): ObjectClass {
  class Metered extends Original {
    constructor(state: ObjectState, env: object) {
      Object.defineProperty(state, 'storage', { value: meteredStorage(state.storage) });
      super(state, env);
    }
  }
  for (const [name, billedAs] of Object.entries(HANDLERS)) {
    const handler: unknown = Reflect.get(Original.prototype, name);
    if (typeof handler !== 'function') continue;
    const value = async function (this: object, ...values: unknown[]): Promise<unknown> {
      if (billedAs) meter[billedAs] += 1;
      const start = performance.now();
      try {
        return await handler.apply(this, values);
      } finally {
        meter.object_ms += performance.now() - start;
      }
    };
    Object.defineProperty(Metered.prototype, name, { value });
  }
  return Metered;
}
