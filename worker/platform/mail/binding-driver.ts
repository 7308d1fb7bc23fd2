import { checkedAddress, oneLine, type Sender } from '../../lib/mail-headers.ts';
import { additionalHeaders, type MailDriver } from './mail-driver.ts';

interface MailBinding {
  send(mail: {
    from: string | { name: string; email: string };
    to: string;
    subject: string;
    text: string;
    html: string;
    headers: Record<string, string>;
  }): Promise<unknown>;
}

/** Sends mails through Cloudflare's `send_email` binding, which writes Date and Message-ID itself and refuses mails that have them. */
export const bindingDriver =
  (binding: MailBinding, { name, address }: Sender): MailDriver =>
  async (mail) => {
    await binding.send({
      from: name === '' ? address : { name, email: address },
      to: checkedAddress(mail.recipient),
      subject: oneLine(mail.subject),
      text: mail.text,
      html: mail.html,
      headers: additionalHeaders(mail),
    });
  };
