import type { Browser } from 'playwright-core';
import { SHIPPED_LOCALES, type ShippedLocale } from '#contract/primitives';
import { emailChangedMail, emailChangeMail } from '../../../worker/features/account/email-change-mails.ts';
import { undeleteMail } from '../../../worker/features/account/undelete-mail.ts';
import { complaintAnswerMail, complaintMail } from '../../../worker/features/complaints/complaint-mails.ts';
import { orderEventMail } from '../../../worker/features/credits/orders/order-notifications.ts';
import { absenceMail } from '../../../worker/features/notifications/absence-mail.ts';
import { offerMail } from '../../../worker/features/notifications/offer-mail.ts';
import { summaryMail } from '../../../worker/features/notifications/summary-mail.ts';
import { passwordResetMail } from '../../../worker/features/session/password-reset-mail.ts';
import { accountExistsMail } from '../../../worker/features/signup/account-exists-mail.ts';
import { activationMail } from '../../../worker/mail/activation-mail.ts';
import { inProject } from '../paths.ts';
import { type DeviceProfile, openContext } from './device-profiles.ts';

const NOW = Date.UTC(2026, 10, 21, 18);
const CONTEXT = {
  env: { SITE_URL: 'https://vonk.example', SIGNING_KEY: 'a key for pictures only, of no site' },
  settings: { name: 'Vonk' },
  now: NOW,
};

const NUMBER = 'K7Q2M9XR4T';
const ANSWER =
  'You are right: the bank took the money twice.\n\nThe second payment went back to you today. It can take a few days before you see it.';
const ORDER = { id: 'C'.repeat(22), amount: 2499, currency: 'EUR' };

/** Every kind of mail that the site sends, in one language; `name` is that of its picture. */
async function mailsIn(locale: ShippedLocale): Promise<readonly { readonly name: string; readonly html: string }[]> {
  const member = { id: 'A'.repeat(22), email: 'joris.vandenberg@gmail.com', name: 'Joris', locale };
  const account = { ...member, status: 'active', statusBefore: null } as const;
  const complainant = { memberId: null, email: member.email, locale };
  const mails = await Promise.all([
    activationMail(CONTEXT, member),
    accountExistsMail(CONTEXT, account),
    passwordResetMail(CONTEXT, { ...account, passwordHash: '' }),
    emailChangeMail(CONTEXT, member, 'B'.repeat(22)),
    emailChangedMail(CONTEXT, member, 'B'.repeat(22)),
    undeleteMail(CONTEXT, account, NOW),
    absenceMail(CONTEXT, member, { messages: 3, matches: 1, likes: 1 }),
    summaryMail(CONTEXT, member, 'daily', { messages: 3, matches: 1, likes: 2, offers: 1 }),
    ...(['order_returned', 'charged_back', 'premium_renewed', 'premium_not_renewed'] as const).map((event) =>
      orderEventMail(CONTEXT, member, event, ORDER),
    ),
    offerMail(CONTEXT, member),
    complaintMail(CONTEXT, complainant, NUMBER),
    complaintAnswerMail(CONTEXT, complainant, NUMBER, ANSWER),
  ]);
  return mails.map(({ kind, html }) => ({ name: `mail-${kind.replaceAll('_', '-')}-${locale}`, html }));
}

/** Takes pictures of all mails whose name contains `wanted`. Returns how many. */
export async function takeMailScreenshots(browser: Browser, device: DeviceProfile, wanted: string): Promise<number> {
  const mails = (await Promise.all(SHIPPED_LOCALES.map(mailsIn))).flat().filter(({ name }) => name.includes(wanted));
  await using context = await openContext(browser, device, { storageState: undefined, locale: undefined });
  const page = await context.newPage();
  for (const { name, html } of mails) {
    await page.setContent(html);
    await page.screenshot({ path: inProject(`.shots/${name}-${device.fileSuffix}.png`), fullPage: true });
  }
  return mails.length;
}
