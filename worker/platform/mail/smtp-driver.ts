import { LogLevel, WorkerMailer, type WorkerMailerOptions } from 'worker-mailer';
import type { MailRow } from '#db/queries/shared/event-outbox';
import { asBytes, bareAddress, headerText, type Sender, senderHeader } from '../../lib/mail-headers.ts';
import { type MailDriver, MailFault, ownHeaders } from './mail-driver.ts';

interface Connection {
  readonly reader: ReadableStreamDefaultReader<Uint8Array>;
}

/** One reply, which a line with a space after its number ends. The library's own reads a closed connection for ever, and so fast that no timeout fires. */
async function readReply(this: Connection): Promise<string> {
  const decoder = new TextDecoder();
  let reply = '';
  for (;;) {
    const { value, done } = await this.reader.read();
    if (done) throw new MailFault('smtp hung up');
    reply += decoder.decode(value, { stream: true });
    if (/(?:^|\n)\d{3}(?: [^\n]*)?\r?\n$/.test(reply)) return reply;
  }
}
Reflect.set(WorkerMailer.prototype, 'read', readReply);

/** `smtp:` begins in the clear and turns to TLS where the server can (port 587); `smtps:` is TLS from the first byte (465). */
function optionsOf(mailUrl: string, timeoutMs: number): WorkerMailerOptions {
  const { protocol, hostname, port, username, password } = new URL(mailUrl);
  const secure = protocol === 'smtps:';
  const credentials = { username: asBytes(decodeURIComponent(username)), password: asBytes(decodeURIComponent(password)) };
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    authType: ['plain', 'login'],
    socketTimeoutMs: timeoutMs,
    responseTimeoutMs: timeoutMs,
    // Its lines hold addresses.
    logLevel: LogLevel.NONE,
    dsn: { RET: { HEADERS: true }, NOTIFY: { FAILURE: true } },
    ...(username === '' ? {} : { credentials }),
  };
}

/** The library's faults quote the command and its address; only the server's number may be told. */
function faultOf(error: unknown): Error {
  if (error instanceof MailFault) return error;
  const [, number] = (error instanceof Error && /[>:] ?([245]\d\d)[ -]/.exec(error.message)) || [];
  return new MailFault(number ? `smtp ${number}` : 'smtp failed');
}

const headersOf = (mail: MailRow, sender: Sender): Record<string, string> => ({
  From: senderHeader(sender),
  To: bareAddress(mail.recipient),
  Subject: headerText(mail.subject),
  Date: new Date(mail.createdAt).toUTCString().replace('GMT', '+0000'),
  'Message-ID': `<${mail.id}@${sender.address.slice(sender.address.lastIndexOf('@') + 1)}>`,
  ...ownHeaders(mail),
});

/** Sends over SMTP, a connection a mail; a mail that is sent twice keeps its Message-ID. */
export function smtpDriver(mailUrl: string, sender: Sender, timeoutMs: number): MailDriver {
  const options = optionsOf(mailUrl, timeoutMs);
  return async (mail) => {
    const { recipient, subject, text, html } = mail;
    const headers = headersOf(mail, sender);
    try {
      const mailer = await WorkerMailer.connect(options);
      try {
        await mailer.send({ from: sender.address, to: recipient, subject, text, html, headers });
      } finally {
        await mailer.close();
      }
    } catch (error) {
      throw faultOf(error);
    }
  };
}
