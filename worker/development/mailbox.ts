import type { Context as HonoContext } from 'hono';
import { html, raw } from 'hono/html';
import { openDatabase } from '#db/client';
import { MAIL_TRIES, type MailboxRow, mailById, mailsTo } from '#db/queries/shared/mail-queue';
import type { HonoEnv } from '../http/request-context.ts';

/** The policy of the mailbox: inline styles, but no scripts, forms or frames. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const HEADERS = { 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

const STYLES = `:root{color-scheme:light dark;--paper:#FBF6F0;--surface:#FFF;--ink:#211A24;--soft:#62586A;--line:#E8DED2;--ember:#C9341C}
@media (prefers-color-scheme:dark){:root{--paper:#16111A;--surface:#201925;--ink:#F5EFF7;--soft:#B9ADC0;--line:#352B3B;--ember:#FF8568}}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 Figtree,system-ui,sans-serif}
main{max-width:760px;margin:0 auto;padding:32px 16px 64px}
h1{margin:0;font:500 28px/1.2 Newsreader,Georgia,serif}
p{margin:4px 0 24px;color:var(--soft)}
ol{margin:0;padding:0;list-style:none;background:var(--surface);border:1px solid var(--line);border-radius:18px;overflow:hidden}
li+li{border-top:1px solid var(--line)}
li>a{display:block;padding:16px 20px 4px;color:inherit;text-decoration:none}
b{display:block;font:500 17px/1.4 Newsreader,Georgia,serif;overflow-wrap:anywhere}
small{color:var(--soft);font-size:13px}
a:hover b{color:var(--ember)}
details{padding:0 20px 16px;font-size:13px}
summary{min-height:28px;color:var(--soft);cursor:pointer}
details a{color:var(--ember);word-break:break-all}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,monospace}`;

const linksOf = (text: string) => text.match(/https?:\/\/\S+/g) ?? [];
const database = (c: HonoContext<HonoEnv>) => openDatabase(c.var.env.DB_URL, c.var.env.DB_TOKEN);
const readMails = (c: HonoContext<HonoEnv>): Promise<MailboxRow[]> =>
  mailsTo(database(c), c.req.query('to')?.toLowerCase() ?? null).execute();

/** Answers `/_dev/mail.json?to=`: the latest mails, or those to one address, newest first, for tests and tools. */
export async function listMails(c: HonoContext<HonoEnv>): Promise<Response> {
  const found = await readMails(c);
  return c.json(
    found.map((mail) => ({
      id: mail.id,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      headers: mail.headers,
      links: linksOf(mail.text),
      at: new Date(mail.createdAt).toISOString(),
    })),
  );
}

const stateOf = ({ acceptedAt, tries }: MailboxRow) =>
  acceptedAt !== null ? 'delivered' : tries >= MAIL_TRIES ? `given up after ${tries} tries` : `waiting, ${tries} tries`;

const itemOf = (mail: MailboxRow) =>
  html`<li><a href="/_dev/mail/${mail.id}"><b>${mail.subject}</b><small>${mail.recipient} · ${new Date(mail.createdAt).toLocaleString('en-GB')} · ${mail.kind} · ${stateOf(mail)}</small></a>
    <details><summary>Text and links</summary>${linksOf(mail.text).map((link) => html`<div><a href="${link}">${link}</a></div>`)}<pre>${mail.text}</pre></details></li>`;

/** Answers `/_dev/mail`, the latest mails of the local site, newest first, and `/_dev/mail/<id>`, the HTML of one mail. */
export async function showMailbox(c: HonoContext<HonoEnv>): Promise<Response> {
  const id = c.req.param('id');
  if (id !== undefined) {
    const [mail] = await mailById(database(c), id);
    return mail ? c.html(mail.html, 200, { ...HEADERS, 'Content-Security-Policy': `${POLICY}; sandbox` }) : c.notFound();
  }
  const found = await readMails(c);
  const list = found.length === 0 ? html`<p>No mail yet. Sign up, and the first one is here.</p>` : html`<ol>${found.map(itemOf)}</ol>`;
  return c.html(
    html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Mailbox</title><style>${raw(STYLES)}</style></head>
    <body><main><h1>Mailbox</h1><p>Every mail this site has sent, newest first.</p>${list}</main></body></html>`,
    200,
    HEADERS,
  );
}
