import { createServer as createHttpServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { listen, type Started } from './listen.ts';

export interface SmtpMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

export interface SmtpHost extends Started {
  /** Every mail that was taken, in order. */
  readonly taken: SmtpMail[];
  readonly logins: { username: string; password: string }[];
  /** Refuses recipients with this number until it is null. */
  refusal: number | null;
}

/** A real SMTP server that asks for a name and a password and keeps what it takes. */
export async function startSmtp(): Promise<SmtpHost> {
  const state = { taken: [] as SmtpMail[], logins: [] as SmtpHost['logins'], refusal: null as number | null };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      state.logins.push({ username: username ?? '', password: password ?? '' });
      done(null, { user: username ?? '' });
    },
    onRcptTo(_address, _session, done) {
      const { refusal } = state;
      done(refusal === null ? null : Object.assign(new Error('no such mailbox'), { responseCode: refusal }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const raw = Buffer.concat(chunks).toString();
        state.taken.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw });
        done(null);
      });
    },
  });
  return Object.assign(state, await listen(server.server, 'smtp'));
}

/** A server that does with a connection what it is told: hangs, hangs up, or talks nonsense. */
export async function startTcp(onConnection: (socket: Socket) => void): Promise<Started> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => sockets.delete(socket));
    onConnection(socket);
  });
  const { url, stop } = await listen(server, 'smtp');
  return {
    url,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await stop();
    },
  };
}

export interface PostedMail {
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

export interface MailApi extends Started {
  /** Every request, in order, whatever was answered. */
  readonly posted: PostedMail[];
  /** The status of the next answers; null never answers. */
  status: number | null;
}

/** A mail provider's HTTP API on loopback. */
export async function startMailApi(): Promise<MailApi> {
  const state = { posted: [] as PostedMail[], status: 200 as number | null };
  const answer: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    state.posted.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown> });
    if (state.status !== null) response.writeHead(state.status, { 'Content-Type': 'application/json' }).end('{"id":"1"}');
  };
  const server = createHttpServer(answer);
  const { url, stop } = await listen(server, 'http');
  return Object.assign(state, {
    url,
    stop: async () => {
      server.closeAllConnections();
      await stop();
    },
  });
}
