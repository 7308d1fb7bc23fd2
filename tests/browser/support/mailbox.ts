import type { Page } from 'playwright-core';
import * as v from 'valibot';

const Mailbox = v.array(v.object({ to: v.string(), subject: v.string(), links: v.array(v.string()) }));

/** All letters to an address, newest first, from the mailbox of the local site. */
export async function lettersTo(page: Page, email: string): Promise<v.InferOutput<typeof Mailbox>> {
  const answer = await page.request.get('/_dev/mail.json', { params: { to: email } });
  return v.parse(Mailbox, await answer.json());
}

/** The link of the newest letter to an address that leads to this place. */
export async function latestLink(page: Page, email: string, place: string): Promise<string> {
  const links = (await lettersTo(page, email)).flatMap((letter) => letter.links);
  const found = links.find((one) => one.includes(`/${place}?`));
  if (!found) throw new Error(`no letter leads to ${place}`);
  return found;
}
