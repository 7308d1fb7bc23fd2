import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { parseFrame, parseHttpMessage, type WireMessage, withoutExtensions } from './http-wire.ts';

/** Where a connection is cut: before the request is sent on, in the middle of it, right after it, or in place of the server's answer. */
export const CUT_POINTS = ['before', 'inside', 'received', 'answered'] as const;
/** What the proxy does with a request. `swallow`: it is not sent on and never answered, and the connection stays open. */
export type RequestOutcome = 'pass' | 'swallow' | (typeof CUT_POINTS)[number];

/** One request that the proxy has received. */
export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export interface FaultProxyOptions {
  /** Decides what to do with a request. The request waits for the decision, so a slow one delays it. */
  readonly decideOutcome?: (request: ProxiedRequest) => RequestOutcome | Promise<RequestOutcome>;
  /** Called when the server has answered a request that was sent on, or has closed the connection. */
  readonly onExecuted?: () => void;
  /** Called with each text that a server sends over a WebSocket; each call of `deliver` sends it to the client. */
  readonly onFrame?: (text: string, deliver: () => void) => void;
}

export interface FaultProxy {
  /** `host:port`, to be used instead of the server's own. */
  readonly host: string;
  /** Ends every connection and refuses further ones until `comeBack`. */
  disconnect(): Promise<void>;
  reconnect(): Promise<void>;
  stop(): Promise<void>;
}

/** Buffers the bytes of a socket and splits them into messages by means of a parser. */
class MessageReader {
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

  /** The next complete message, or null if the socket ends before. */
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

  /** Pipes buffered and later bytes to another socket, without parsing them. */
  pipeTo(other: Socket): void {
    other.write(this.#bytes);
    this.#socket.pipe(other);
  }

  #end(): void {
    this.#isOver = true;
    this.#wake();
  }
}

const proxiedRequestOf = ({ startLine, body }: WireMessage): ProxiedRequest => {
  const [method = '', path = ''] = startLine.split(' ');
  return { method, path, body: body.toString('utf8') };
};

/** Starts a TCP proxy that parses HTTP and WebSocket frames, to cut, delay, drop or change the delivery of single ones. */
export async function startFaultProxy(
  target: string,
  { decideOutcome = () => 'pass', onExecuted, onFrame }: FaultProxyOptions = {},
): Promise<FaultProxy> {
  const { hostname, port: targetPort } = new URL(`http://${target}`);
  const open = new Set<Socket>();
  const tracked = (socket: Socket): Socket => {
    open.add(socket);
    return socket.setNoDelay().once('close', () => open.delete(socket));
  };

  /** Sends one request to the server and its answer back. Returns false if the connection cannot take another request. */
  async function pass(request: WireMessage, client: Socket, fromClient: MessageReader): Promise<boolean> {
    const outcome = await decideOutcome(proxiedRequestOf(request));
    if (outcome === 'swallow') return false;
    if (outcome === 'before') return cut(client);
    const server = tracked(connect({ host: hostname, port: Number(targetPort) }));
    const fromServer = new MessageReader(server);
    const end = () => server.destroy();
    client.once('close', end);
    server.once('close', () => client.off('close', end));
    const bytes = withoutExtensions(request);
    if (outcome === 'inside' || outcome === 'received') {
      const part = outcome === 'inside' ? bytes.subarray(0, bytes.length - Math.ceil(request.body.length / 2) - 1) : bytes;
      await new Promise((resolve) => server.write(part, resolve));
      return cut(client, server);
    }
    server.write(bytes);
    const answer = await fromServer.next(parseHttpMessage);
    onExecuted?.();
    if (outcome === 'answered' || !answer) return cut(client, server);
    client.write(answer.bytes);
    if (!/^HTTP\/1\.1 101 /.test(answer.startLine)) {
      server.destroy();
      return true;
    }
    fromClient.pipeTo(server);
    for (let wireFrame = await fromServer.next(parseFrame); wireFrame; wireFrame = await fromServer.next(parseFrame)) {
      const { bytes: frameBytes, text } = wireFrame;
      const deliver = () => void (client.writable && client.write(frameBytes));
      if (text === null || !onFrame) deliver();
      else onFrame(text, deliver);
    }
    return cut(client, server);
  }

  const server = createServer(async (client) => {
    const fromClient = new MessageReader(tracked(client));
    for (let request = await fromClient.next(parseHttpMessage); request; request = await fromClient.next(parseHttpMessage)) {
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
  return { host: `127.0.0.1:${port}`, disconnect: goAway, reconnect: comeBack, stop: goAway };
}

function cut(...sockets: Socket[]): false {
  for (const socket of sockets) socket.resetAndDestroy();
  return false;
}
