import type { Page } from 'playwright-core';
import * as v from 'valibot';

const Mailbox = v.array(v.object({ to: v.string(), subject: v.string(), links: v.array(v.string()) }));

/** All mails to an address, newest first, from the mailbox of the local site. */
export async function mailsTo(page: Page, email: string): Promise<v.InferOutput<typeof Mailbox>> {
  const answer = await page.request.get('/_dev/mail.json', { params: { to: email } });
  return v.parse(Mailbox, await answer.json());
}

/** The newest link to the page `/place` in the mails to an address. Throws if there is none. */
export async function latestLink(page: Page, email: string, place: string): Promise<string> {
  const links = (await mailsTo(page, email)).flatMap((mail) => mail.links);
  const found = links.find((address) => address.includes(`/${place}?`));
  if (!found) throw new Error(`no mail has a link to ${place}`);
  return found;
}
