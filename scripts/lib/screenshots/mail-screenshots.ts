import type { Browser } from 'playwright-core';
import { SHIPPED_LOCALES, type ShippedLocale } from '#contract/primitives';
import type { LetterToWrite } from '#db/queries/cases/letters';
import { emailChangedMail, emailChangeMail } from '../../../worker/features/account/email-change-mails.ts';
import { undeleteMail } from '../../../worker/features/account/undelete-mail.ts';
import { cancellationMail } from '../../../worker/features/cancellations/cancellation-mail.ts';
import { letterMail } from '../../../worker/features/cases/letter-mails.ts';
import { noticeMail } from '../../../worker/features/cases/notice-mail.ts';
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
const FACTS = 'You asked three people for money in your first message.';
const REPLY = 'Thank you for the pictures of the messages. They made it clear.';
/** The action of a decision, and what else differs from one that a person has made after a report. */
type Letter = Partial<LetterToWrite['decision']> & { readonly action: LetterToWrite['decision']['action']; readonly sources?: string };

/** The letters of cases, by what the name of the picture adds to their kind. */
const LETTERS: readonly (readonly [kind: LetterToWrite['letter']['kind'], name: string, decision: Letter])[] = [
  ['statement', 'ban', { action: 'ban' }],
  ['statement', 'pause', { action: 'pause', until: Date.UTC(2026, 11, 1, 9, 30) }],
  ['statement', 'limit', { action: 'limit', until: Date.UTC(2026, 11, 1, 9, 30), sources: '["rule"]', actorKind: 'rule' }],
  ['statement', 'photo', { action: 'remove_photo', ground: 'law', code: 'privacy', sources: '["notice"]' }],
  ['statement', 'name', { action: 'remove_text', target: 'name', sources: '[]' }],
  ['statement', 'text', { action: 'remove_text', target: 'personal' }],
  ['statement', 'warning', { action: 'warn' }],
  ['outcome', 'acted', { action: 'ban', reply: REPLY }],
  ['outcome', 'dismissed', { action: 'dismiss', ground: null, code: null, facts: '' }],
  ['answer', 'complaint', { action: 'dismiss', ground: null, code: null, reply: ANSWER, sources: '["complaint"]' }],
  ['appeal_outcome', 'lifted', { action: 'restore', ground: null, code: null, facts: 'It was your brother.', sources: '["appeal"]' }],
  [
    'appeal_outcome',
    'upheld',
    { action: 'dismiss', ground: null, code: null, facts: 'Three people showed us the same message.', sources: '["appeal"]' },
  ],
  ['appeal_outcome', 'changed', { action: 'warn', sources: '["appeal"]' }],
  ['appeal_outcome', 'taken-back', { action: 'restore', ground: null, code: null, facts: 'We took you for somebody else.', sources: '[]' }],
];

type LetterReader = NonNullable<LetterToWrite['member']>;

/** A letter of a case as it waits to be mailed. */
const letterRow = (
  member: LetterReader,
  kind: LetterToWrite['letter']['kind'],
  { sources = '["report"]', ...decision }: Letter,
): LetterToWrite => ({
  letter: {
    ...{ id: 'E'.repeat(22), caseNumber: NUMBER, kind, memberId: member.id, email: null, locale: null, reference: null, mailId: null },
    ...{ createdAt: NOW, acceptedAt: null },
  },
  decision: {
    ...{ id: 'D'.repeat(22), caseNumber: NUMBER, ground: 'rule', code: 'scam', facts: FACTS, reply: null, target: null, until: null },
    ...{ actorKind: 'operator', actorId: null, rule: null, undo: null, createdAt: NOW, endedAt: null },
    ...decision,
  },
  isAppeal: kind === 'appeal_outcome' ? 1 : 0,
  isToMember: 1,
  sources,
  member,
});

const CANCELLATION = {
  number: NUMBER,
  memberId: null,
  kind: 'ordinary',
  orderNumber: '',
  endsOn: null,
  reason: '',
  createdAt: NOW,
  closedAt: null,
} as const;
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
    noticeMail(CONTEXT, complainant, NUMBER),
    cancellationMail(CONTEXT, { ...CANCELLATION, email: member.email, locale }, 'ended', { paidUntil: NOW, timezone: 'Europe/Amsterdam' }),
  ]);
  const reader = { ...account, timezone: 'Europe/Amsterdam' };
  return [
    ...mails.map(({ kind, html }) => ({ name: pictureOf(kind, locale), html })),
    ...LETTERS.flatMap(([kind, name, decision]) => {
      const mail = letterMail(CONTEXT, letterRow(reader, kind, decision));
      return mail ? [{ name: pictureOf(`${mail.kind}_${name}`, locale), html: mail.html }] : [];
    }),
  ];
}

const pictureOf = (kind: string, locale: ShippedLocale): string => `mail-${kind.replaceAll('_', '-')}-${locale}`;

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
