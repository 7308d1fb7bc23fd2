import { checkedAddress, oneLine, readableSender, type Sender } from '../../lib/mail-headers.ts';
import { additionalHeaders, type MailDriver, MailFault } from './mail-driver.ts';

/** Separates a URL from the API key in it, which is the password or, without a password, the user name. */
function splitKey(mailUrl: string): { url: string; key: string } {
  const url = new URL(mailUrl);
  const key = decodeURIComponent(url.password || url.username);
  url.username = '';
  url.password = '';
  return { url: url.href, key };
}

/**
 * Posts a mail as `{ from, to: [address], subject, text, html, headers }` with `Authorization: Bearer <key>` and the mail's id as
 * `Idempotency-Key`, as Resend and compatible services take it at `/emails`. Any 2xx counts as accepted; else it throws a MailFault.
 */
export function httpDriver(mailUrl: string, sender: Sender, timeoutMs: number): MailDriver {
  const { url, key } = splitKey(mailUrl);
  return async (mail) => {
    const { recipient, subject, text, html } = mail;
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': mail.id },
      body: JSON.stringify({
        from: readableSender(sender),
        to: [checkedAddress(recipient)],
        subject: oneLine(subject),
        text,
        html,
        headers: additionalHeaders(mail),
      }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new MailFault(`http ${response.status}`);
  };
}
