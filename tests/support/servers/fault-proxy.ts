import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { frameIn, messageIn, type WireMessage, withoutExtensions } from './http-wire.ts';

/** How a request may be cut: before the server has it, in its middle, as soon as the server has it, or in place of the server's answer. */
export const CUTS = ['before', 'inside', 'received', 'answered'] as const;
/** `swallow`: nobody ever hears of the request again, and the connection stays open. */
export type Fate = 'pass' | 'swallow' | (typeof CUTS)[number];

/** One request on its way to the server. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export interface FaultProxyOptions {
  /** What is to become of a request; it waits for the answer to this, which makes it slow. */
  readonly judge?: (request: Passing) => Fate | Promise<Fate>;
  /** Takes each text that a server sends over a socket and delivers it when, and as often as, it will. */
  readonly frame?: (text: string, deliver: () => void) => void;
}

export interface FaultProxy {
  /** `host:port`, to be given in place of the server's own. */
  readonly host: string;
  /** Ends every connection and refuses further ones until `comeBack`. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

/** The bytes of a socket, taken in pieces that a reader knows. */
class Incoming {
  readonly #socket: Socket;
  #bytes: Buffer = Buffer.alloc(0);
  #wake = () => {};
  #isOver = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      this.#wake();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#end());
    socket.on('end', () => this.#end());
  }

  /** The next whole piece, or null when none comes any more. */
  async next<T extends { readonly bytes: Buffer }>(read: (bytes: Buffer) => T | null): Promise<T | null> {
    for (;;) {
      const found = read(this.#bytes);
      if (found) {
        this.#bytes = this.#bytes.subarray(found.bytes.length);
        return found;
      }
      if (this.#isOver) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Sends on what comes from now on, unread. */
  pipeTo(other: Socket): void {
    other.write(this.#bytes);
    this.#socket.pipe(other);
  }

  #end(): void {
    this.#isOver = true;
    this.#wake();
  }
}

const passingOf = ({ start, body }: WireMessage): Passing => {
  const [method = '', path = ''] = start.split(' ');
  return { method, path, body: body.toString('utf8') };
};

/** A TCP proxy that reads HTTP and WebSockets well enough to cut, slow, swallow and disturb them at a chosen place. */
export async function startFaultProxy(target: string, { judge = () => 'pass', frame }: FaultProxyOptions = {}): Promise<FaultProxy> {
  const { hostname, port: targetPort } = new URL(`http://${target}`);
  const open = new Set<Socket>();
  const kept = (socket: Socket): Socket => {
    open.add(socket);
    return socket.setNoDelay().once('close', () => open.delete(socket));
  };

  /** Passes one request to the server and its answer back; false when the connection is of no further use. */
  async function pass(request: WireMessage, client: Socket, fromClient: Incoming): Promise<boolean> {
    const fate = await judge(passingOf(request));
    if (fate === 'swallow') return false;
    if (fate === 'before') return cut(client);
    const server = kept(connect({ host: hostname, port: Number(targetPort) }));
    const fromServer = new Incoming(server);
    const end = () => server.destroy();
    client.once('close', end);
    server.once('close', () => client.off('close', end));
    const bytes = withoutExtensions(request);
    if (fate === 'inside' || fate === 'received') {
      const part = fate === 'inside' ? bytes.subarray(0, bytes.length - Math.ceil(request.body.length / 2) - 1) : bytes;
      await new Promise((resolve) => server.write(part, resolve));
      return cut(client, server);
    }
    server.write(bytes);
    const answer = await fromServer.next(messageIn);
    if (fate === 'answered' || !answer) return cut(client, server);
    client.write(answer.bytes);
    if (!/^HTTP\/1\.1 101 /.test(answer.start)) {
      server.destroy();
      return true;
    }
    fromClient.pipeTo(server);
    for (let piece = await fromServer.next(frameIn); piece; piece = await fromServer.next(frameIn)) {
      const { bytes: sent, text } = piece;
      const deliver = () => void (client.writable && client.write(sent));
      if (text === null || !frame) deliver();
      else frame(text, deliver);
    }
    return cut(client, server);
  }

  const server = createServer(async (client) => {
    const fromClient = new Incoming(kept(client));
    for (let request = await fromClient.next(messageIn); request; request = await fromClient.next(messageIn)) {
      if (!(await pass(request, client, fromClient))) return;
    }
    client.destroy();
  });
  const port = await freePort();
  const comeBack = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(port, '127.0.0.1', resolve);
    await promise;
  };
  const goAway = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.close(() => resolve());
    for (const socket of open) socket.destroy();
    await promise;
  };
  await comeBack();
  return { host: `127.0.0.1:${port}`, goAway, comeBack, stop: goAway };
}

function cut(...sockets: Socket[]): false {
  for (const socket of sockets) socket.resetAndDestroy();
  return false;
}
