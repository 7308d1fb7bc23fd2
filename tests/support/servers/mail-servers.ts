import { createServer as createHttpServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { listen, type RunningServer } from './listen.ts';

export interface SmtpMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

export interface TestSmtpServer extends RunningServer {
  /** Every accepted mail, in order. */
  readonly receivedMails: SmtpMail[];
  readonly logins: { username: string; password: string }[];
  /** While not null, every recipient is refused with this SMTP code. */
  refusal: number | null;
}

/** Starts an SMTP server that requires a login, accepts every one, and stores mails and logins. */
export async function startSmtpServer(): Promise<TestSmtpServer> {
  const state = { receivedMails: [] as SmtpMail[], logins: [] as TestSmtpServer['logins'], refusal: null as number | null };
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
        state.receivedMails.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw });
        done(null);
      });
    },
  });
  return Object.assign(state, await listen(server.server, 'smtp'));
}

/** Starts a TCP server whose connections are handled by `onConnection`, to imitate a mail server that hangs or breaks the protocol. */
export async function startTcpServer(onConnection: (socket: Socket) => void): Promise<RunningServer> {
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

export interface MailRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

export interface MailApi extends RunningServer {
  /** Every request in order, refused ones included. */
  readonly requests: MailRequest[];
  /** The status of the next answers; with null there is no answer. */
  status: number | null;
}

/** Starts an imitation of a mail provider's HTTP API. */
export async function startMailApi(): Promise<MailApi> {
  const state = { requests: [] as MailRequest[], status: 200 as number | null };
  const answer: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    state.requests.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown> });
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
