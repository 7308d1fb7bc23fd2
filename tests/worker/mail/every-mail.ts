import type { LetterToWrite } from '#db/queries/cases/letters';
import type { MailInsert } from '#db/queries/shared/mail-queue';
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
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';

const ctx = { env: { SITE_URL: 'https://vonk.example', ...TEST_SECRETS }, settings: { name: 'Vonk' }, now: Date.UTC(2026, 4, 1) };
const NAME = 'Win now at prize.example <b>';
const order = { id: 'order', amount: 499, currency: 'EUR' };

export type AddressState = 'not_confirmed' | 'active';
/** An account in a state, and the same after its deletion. */
export const accountsIn = (status: AddressState, locale: string) => {
  const account = {
    id: 'member-of-the-mail',
    email: 'somebody@example.org',
    passwordHash: 'hash',
    name: NAME,
    locale,
    status,
    statusBefore: null,
  };
  return [account, { ...account, status: 'deleted' as const, statusBefore: status }];
};
type Account = ReturnType<typeof accountsIn>[number];
const complainant = ({ email, locale }: Account) => ({ memberId: 'member-of-the-mail', email, locale });

/** A letter about a decision that goes to an account. */
function aLetter(account: Account, kind: 'outcome' | 'appeal_outcome' | 'statement', action: 'ban' | 'restore'): LetterToWrite {
  const caseNumber = 'A1B2C3D4E5';
  return {
    letter: {
      ...{ id: 'letter', caseNumber, kind, memberId: account.id, email: null, locale: null, reference: null, mailId: null },
      ...{ createdAt: ctx.now, acceptedAt: null },
    },
    decision: {
      ...{ id: 'decision', caseNumber, action, ground: 'rule', code: 'scam', facts: 'Facts of the case', reply: null, target: null },
      ...{ until: null, actorKind: 'operator', actorId: null, rule: null, undo: null, createdAt: ctx.now, endedAt: null },
    },
    isAppeal: kind === 'appeal_outcome' ? 1 : 0,
    isToMember: 1,
    sources: kind === 'appeal_outcome' ? '["appeal"]' : '["report"]',
    member: { ...account, timezone: null },
  };
}

const CANCELLATION = {
  ...{ number: 'A1B2C3D4E5', memberId: null, kind: 'for_cause' as const, orderNumber: 'order-7', endsOn: '2026-06-30' },
  ...{ reason: 'Buy cheap pills now', createdAt: ctx.now, closedAt: null },
};

/** Every kind of mail, and to whom it goes: to addresses that nobody has confirmed, to those of accounts in any state, or to confirmed ones. */
export const MAILS: Record<MailInsert['kind'], { to: 'unproven' | 'any account' | 'proven'; compose: (account: Account) => unknown }> = {
  activation: { to: 'unproven', compose: (account) => activationMail(ctx, account) },
  mail_change: { to: 'unproven', compose: (account) => emailChangeMail(ctx, account, 'change') },
  complaint: { to: 'unproven', compose: (account) => complaintMail(ctx, complainant(account), 'A1B2C3D4E5') },
  complaint_answer: { to: 'unproven', compose: (account) => complaintAnswerMail(ctx, complainant(account), 'A1B2C3D4E5', 'Answer') },
  notice: { to: 'unproven', compose: (account) => noticeMail(ctx, complainant(account), 'A1B2C3D4E5') },
  outcome: { to: 'any account', compose: (account) => letterMail(ctx, aLetter(account, 'outcome', 'ban')) },
  appeal_outcome: { to: 'any account', compose: (account) => letterMail(ctx, aLetter(account, 'appeal_outcome', 'restore')) },
  statement: { to: 'any account', compose: (account) => letterMail(ctx, aLetter(account, 'statement', 'ban')) },
  cancellation: {
    to: 'unproven',
    compose: ({ email, locale }) =>
      cancellationMail(ctx, { ...CANCELLATION, email, locale }, 'ended', { paidUntil: ctx.now, timezone: null }),
  },
  account_exists: { to: 'any account', compose: (account) => accountExistsMail(ctx, account) },
  reset: { to: 'any account', compose: (account) => passwordResetMail(ctx, account) },
  deleted: { to: 'any account', compose: (account) => undeleteMail(ctx, account, ctx.now) },
  mail_changed: { to: 'proven', compose: (account) => emailChangedMail(ctx, account, 'change') },
  absence: { to: 'proven', compose: (account) => absenceMail(ctx, account, { messages: 1, matches: 1, likes: 1 }) },
  summary: { to: 'proven', compose: (account) => summaryMail(ctx, account, 'daily', { messages: 1, matches: 1, likes: 1, offers: 1 }) },
  offer: { to: 'proven', compose: (account) => offerMail(ctx, account) },
  order_returned: { to: 'proven', compose: (account) => orderEventMail(ctx, account, 'order_returned', order) },
  charged_back: { to: 'proven', compose: (account) => orderEventMail(ctx, account, 'charged_back', order) },
  premium_renewed: { to: 'proven', compose: (account) => orderEventMail(ctx, account, 'premium_renewed', order) },
  premium_not_renewed: { to: 'proven', compose: (account) => orderEventMail(ctx, account, 'premium_not_renewed', order) },
};
