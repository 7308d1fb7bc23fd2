import type { MailInsert } from '#db/queries/shared/mail-queue';

/** The address of an account: never confirmed, or confirmed, and the account there or deleted. */
export const MAILED_STATES = ['unconfirmed', 'deleted unconfirmed', 'confirmed', 'deleted confirmed'] as const;
export type MailedState = (typeof MAILED_STATES)[number];
type MailRow = Readonly<Partial<Record<MailedState, string>>>;

/** The same to everybody: it may reach somebody whose address was typed by a stranger, so that it names nobody. */
const toAnybody = (mail: string): MailRow => ({
  unconfirmed: mail,
  'deleted unconfirmed': mail,
  confirmed: mail,
  'deleted confirmed': mail,
});
/** Only accounts with a confirmed address get it, so that the others have no column. */
const toOwners = (mail: string): MailRow => ({ confirmed: mail, 'deleted confirmed': mail });

const NEWS_LINKS = '/notifications#settings | List-Unsubscribe List-Unsubscribe-Post';
const ORDER_MAIL = toOwners('amount name order | /transactions/order');

/** Its number stands in the link that appeals. */
const DECISION_MAIL = 'number | /complaints?subject /pages/terms#law';

/** Every kind of mail: the facts in it, the addresses to which it leads, and its headers. */
export const MAIL_ROWS: Readonly<Record<MailInsert['kind'], MailRow>> = {
  activation: toAnybody(' | /api/activate.php?token'),
  mail_change: toAnybody(' | /mail-change/do?token'),
  complaint: toAnybody('number | /complaints#status'),
  complaint_answer: toAnybody('answer number | /complaints /pages/terms#law'),
  notice: toAnybody(' | /pages/terms#law'),
  outcome: { ...toAnybody(DECISION_MAIL), ...toOwners(`name ${DECISION_MAIL}`) },
  appeal_outcome: { ...toAnybody(' | /complaints#status /pages/terms#law'), ...toOwners('name | /complaints#status /pages/terms#law') },
  statement: { ...toAnybody(DECISION_MAIL), ...toOwners(`name ${DECISION_MAIL}`) },
  cancellation: toAnybody('number | /complaints?subject'),
  account_exists: {
    unconfirmed: ' | /login /reset-password',
    'deleted unconfirmed': ' | /login',
    confirmed: 'name | /login /reset-password',
    'deleted confirmed': 'name | /login',
  },
  reset: { ...toAnybody(' | /reset-password/do?token'), ...toOwners('name | /reset-password/do?token') },
  deleted: { ...toAnybody(' | /account-deleted?token'), ...toOwners('name | /account-deleted?token') },
  mail_changed: toOwners('name | /mail-change/do?undo'),
  absence: toOwners(`name | /chats ${NEWS_LINKS}`),
  summary: toOwners(`name | /notifications ${NEWS_LINKS}`),
  offer: toOwners(`name | /credits ${NEWS_LINKS}`),
  order_returned: ORDER_MAIL,
  charged_back: ORDER_MAIL,
  premium_renewed: ORDER_MAIL,
  premium_not_renewed: toOwners('name | /premium'),
};

export const countMailCells = (): number => Object.values(MAIL_ROWS).flatMap((row) => Object.keys(row)).length;
