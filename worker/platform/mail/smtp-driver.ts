import { LogLevel, WorkerMailer, type WorkerMailerOptions } from 'worker-mailer';
import type { MailRow } from '#db/queries/shared/mail-queue';
import { checkedAddress, headerText, type Sender, senderHeader, utf8BinaryString } from '../../lib/mail-headers.ts';
import { additionalHeaders, type MailDriver, MailFault } from './mail-driver.ts';

interface Connection {
  readonly reader: ReadableStreamDefaultReader<Uint8Array>;
}

/**
 * Reads one reply, whose last line has a space after its number. It replaces the method of the library, which reads a closed connection in
 * an endless loop that lets no timeout fire. Throws a MailFault if the connection is closed.
 */
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

/** `smtp:` starts unencrypted and changes to TLS if the server supports it (port 587); `smtps:` uses TLS from the start (port 465). */
function optionsOf(mailUrl: string, timeoutMs: number): WorkerMailerOptions {
  const { protocol, hostname, port, username, password } = new URL(mailUrl);
  const secure = protocol === 'smtps:';
  const credentials = {
    username: utf8BinaryString(decodeURIComponent(username)),
    password: utf8BinaryString(decodeURIComponent(password)),
  };
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    authType: ['plain', 'login'],
    socketTimeoutMs: timeoutMs,
    responseTimeoutMs: timeoutMs,
    // The log lines of the library hold addresses.
    logLevel: LogLevel.NONE,
    dsn: { RET: { HEADERS: true }, NOTIFY: { FAILURE: true } },
    ...(username === '' ? {} : { credentials }),
  };
}

/** The MailFault of an error of the library. It holds only the server's reply code, because the library's messages quote addresses. */
function mailFaultOf(error: unknown): Error {
  if (error instanceof MailFault) return error;
  const [, replyCode] = (error instanceof Error && /[>:] ?([245]\d\d)[ -]/.exec(error.message)) || [];
  return new MailFault(replyCode ? `smtp ${replyCode}` : 'smtp failed');
}

const headersOf = (mail: MailRow, sender: Sender): Record<string, string> => ({
  From: senderHeader(sender),
  To: checkedAddress(mail.recipient),
  Subject: headerText(mail.subject),
  Date: new Date(mail.createdAt).toUTCString().replace('GMT', '+0000'),
  'Message-ID': `<${mail.id}@${sender.address.slice(sender.address.lastIndexOf('@') + 1)}>`,
  ...additionalHeaders(mail),
});

/** Sends mails over SMTP, each over a connection of its own. A mail that is sent again has the same Message-ID. Throws a MailFault. */
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
      throw mailFaultOf(error);
    }
  };
}
