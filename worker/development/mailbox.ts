import type { Context as HonoContext } from 'hono';
import { html, raw } from 'hono/html';
import { openDatabase } from '#db/client';
import { type MailRow, mailsTo } from '#db/queries/outbox';
import type { HonoEnv } from '../http/request-context.ts';

const linksOf = (text: string) => text.match(/https?:\/\/\S+/g) ?? [];
const mails = (c: HonoContext<HonoEnv>): Promise<MailRow[]> =>
  mailsTo(openDatabase(c.var.env.DB_URL, c.var.env.DB_TOKEN), c.req.query('to')?.toLowerCase() ?? null).execute();

/** `/_dev/mail.json?to=`: every mail, newest first, for tests and tools. */
export async function listMails(c: HonoContext<HonoEnv>): Promise<Response> {
  const found = await mails(c);
  return c.json(
    found.map((mail) => ({
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      links: linksOf(mail.text),
      at: new Date(mail.createdAt).toISOString(),
    })),
  );
}

/** `/_dev/mail`: the mailbox of the local site. */
export async function showMailbox(c: HonoContext<HonoEnv>): Promise<Response> {
  const found = await mails(c);
  const letters = found.map(
    (
      mail,
    ) => html`<details><summary><b>${mail.recipient}</b> ${mail.subject} <time>${new Date(mail.createdAt).toISOString()}</time></summary>
      ${linksOf(mail.text).map((link) => html`<p><a href="${link}">${link}</a></p>`)}
      <pre>${mail.text}</pre></details>`,
  );
  return c.html(html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mailbox</title></head>
    <body><h1>Mailbox</h1><p>Every mail this site sent, newest first.</p>${found.length === 0 ? raw('<p>No mail yet.</p>') : letters}</body></html>`);
}
