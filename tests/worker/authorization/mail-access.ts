import type { AccessRow, Answers } from './access-columns.ts';
import { toAll } from './access-columns.ts';
import type { AccessTable } from './describe-rows.ts';

const NONE = 'no mail';
/** A mail to an account that is there and whose address is confirmed, signed in or not: it greets by name, and names nobody else. */
const toConfirmed = (mail: Answers): AccessRow => ({ ...toAll(NONE), visitor: mail, member: mail, expired: mail });
const MAIL = 'own email,name | nothing';
/** After the news, its sender became one of these: their news is no news any more. */
const GONE = { banned: NONE, deleted: NONE, blocked: NONE, blocker: NONE } as const;
const MESSAGES = toConfirmed({ rest: MAIL, ...GONE });
const LIKES = toConfirmed({ rest: MAIL, ...GONE, unconfirmed: NONE });

/**
 * The mails about news, by its kind: the facts of the receiver and of the other member that stand in the subject, the texts and the
 * headers. The row of a caller is that of the receiver; `visitor` has logged out.
 */
export const NEWS_MAIL_ACCESS: AccessTable = {
  rows: {
    'absence with a message': MESSAGES,
    'absence with a like': LIKES,
    'absence with a match': LIKES,
    'summary with a message': MESSAGES,
    'summary with a like': LIKES,
    'summary with a match': LIKES,
  },
  kindOf: () => 'deed',
};
