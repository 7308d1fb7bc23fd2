import { createHash } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** The server's end of a WebSocket for text messages. */
export interface ServerSocket {
  send(text: string): void;
  onText(listener: (text: string) => void): void;
}

/** RFC 6455, 1.3: the constant that is hashed with the client's key. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** RFC 6455, 5.2: opcodes of unfragmented frames. */
const [TEXT, CLOSE, PING, PONG] = [0x1, 0x8, 0x9, 0xa];
const FINAL = 0x80;
/** Payloads from this length on have a length field of two octets. */
const LONG = 126;
const MASK_OCTETS = 4;

interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
}

function encode({ opcode, payload }: Frame): Buffer {
  const head = Buffer.alloc(payload.length < LONG ? 2 : 4);
  head.writeUInt8(FINAL + opcode, 0);
  head.writeUInt8(Math.min(payload.length, LONG), 1);
  if (payload.length >= LONG) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

/**
 * Splits the first frame of a client off the received bytes; null if it is incomplete. Throws if it is fragmented, unmasked or over 64 KB.
 */
function takeFrame(received: Buffer): { readonly frame: Frame; readonly rest: Buffer } | null {
  if (received.length < 2) return null;
  const [first, second] = [received.readUInt8(0), received.readUInt8(1)];
  const short = second % FINAL;
  if (first < FINAL || second < FINAL || short > LONG) throw new Error(`a frame that begins with ${first} ${second}`);
  const maskAt = short === LONG ? 4 : 2;
  if (received.length < maskAt) return null;
  const length = short === LONG ? received.readUInt16BE(2) : short;
  const start = maskAt + MASK_OCTETS;
  const end = start + length;
  if (received.length < end) return null;
  const mask = received.subarray(maskAt, start);
  const payload = Buffer.from(received.subarray(start, end).map((octet, i) => octet ^ (mask[i % MASK_OCTETS] ?? 0)));
  return { frame: { opcode: first - FINAL, payload }, rest: received.subarray(end) };
}

/** Accepts WebSockets with this subprotocol on an HTTP server and refuses others. */
export function acceptWebSockets(server: Server, protocol: string, onOpen: (socket: ServerSocket) => void): void {
  server.on('upgrade', ({ headers }: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    stream.on('end', () => stream.end());
    if (headers['sec-websocket-protocol'] !== protocol) {
      stream.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      return;
    }
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${GUID}`).digest('base64');
    const lines = ['Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${accept}`, `Sec-WebSocket-Protocol: ${protocol}`];
    stream.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
    const listeners: ((text: string) => void)[] = [];
    const handleFrame = ({ opcode, payload }: Frame) => {
      if (opcode === TEXT) for (const listener of listeners) listener(payload.toString());
      else if (opcode === PING) stream.write(encode({ opcode: PONG, payload }));
      else if (opcode === CLOSE) stream.end(encode({ opcode: CLOSE, payload }));
    };
    let received: Buffer = Buffer.alloc(0);
    const onData = (octets: Buffer) => {
      received = Buffer.concat([received, octets]);
      for (let taken = takeFrame(received); taken; taken = takeFrame(received)) {
        received = taken.rest;
        handleFrame(taken.frame);
      }
    };
    onOpen({
      send: (text) => void stream.write(encode({ opcode: TEXT, payload: Buffer.from(text) })),
      onText: (listener) => void listeners.push(listener),
    });
    onData(head);
    stream.on('data', onData);
  });
}
