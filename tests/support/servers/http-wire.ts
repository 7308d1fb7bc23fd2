/** One HTTP/1.1 message with its raw bytes. */
export interface WireMessage {
  readonly bytes: Buffer;
  /** The start line, such as "POST /v3/pipeline HTTP/1.1" or "HTTP/1.1 200 OK". */
  readonly startLine: string;
  readonly body: Buffer;
}

/** One WebSocket frame of a server with its raw bytes. */
export interface WireFrame {
  readonly bytes: Buffer;
  /** The text of an unfragmented text frame, otherwise null. */
  readonly text: string | null;
}

const LINE_END = '\r\n';
const HEAD_END = '\r\n\r\n';
const TEXT = 0x81;

const headerIn = (head: string, name: string): string | undefined => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(head)?.[1]?.trim();

/** The content and the end of a chunked body, or null if it is incomplete. */
function parseChunkedBody(bytes: Buffer, start: number): { body: Buffer; end: number } | null {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf(LINE_END, at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const next = lineEnd + LINE_END.length + size + LINE_END.length;
    if (bytes.length < next) return null;
    if (size === 0) return { body: Buffer.concat(chunks), end: next };
    chunks.push(bytes.subarray(lineEnd + LINE_END.length, next - LINE_END.length));
    at = next;
  }
}

/** The first HTTP message in these bytes, or null if it is incomplete. */
export function parseHttpMessage(bytes: Buffer): WireMessage | null {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  const start = head.split(LINE_END)[0] ?? '';
  const bodyStart = headEnd + HEAD_END.length;
  if (/chunked/i.test(headerIn(head, 'transfer-encoding') ?? '')) {
    const found = parseChunkedBody(bytes, bodyStart);
    return found && { bytes: bytes.subarray(0, found.end), startLine: start, body: found.body };
  }
  const end = bodyStart + Number(headerIn(head, 'content-length') ?? 0);
  return bytes.length < end ? null : { bytes: bytes.subarray(0, end), startLine: start, body: bytes.subarray(bodyStart, end) };
}

/** The bytes of a request without its WebSocket extensions: compressed frames could not be parsed. */
export const withoutExtensions = ({ bytes }: WireMessage): Buffer =>
  Buffer.from(bytes.toString('latin1').replace(/^sec-websocket-extensions:.*\r\n/im, ''), 'latin1');

/** Start and length of the payload of a frame, or null if its header is incomplete. */
function payloadRange(bytes: Buffer): { start: number; length: number } | null {
  const short = (bytes[1] ?? 0) & 0x7f;
  const start = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (bytes.length < start) return null;
  return { start, length: short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short };
}

/** The first frame in bytes from a server, or null if it is incomplete. */
export function parseFrame(bytes: Buffer): WireFrame | null {
  const found = payloadRange(bytes);
  if (!found || bytes.length < found.start + found.length) return null;
  const frame = bytes.subarray(0, found.start + found.length);
  return { bytes: frame, text: frame[0] === TEXT ? frame.toString('utf8', found.start) : null };
}
