import { type AccessRow, type Answers, toAll } from './access-columns.ts';
import { withFields } from './answer-shape.ts';
import type { AccessTable } from './describe-rows.ts';

const NONE = 'no push';
/** A push to somebody whose account is there and who has a session that is valid. A ban, a deletion or the end of a session stops it. */
const toReachable = (push: Answers): AccessRow => ({ ...toAll(NONE), member: push, unconfirmed: push });
const PUSH = 'body,member,tag,title,type,unread,url';
/** One without a message or like. */
const OWN_PUSH = withFields(PUSH, { unread: false });
/** After the news, its sender became one of these: their news is no news any more. */
const GONE = { banned: NONE, deleted: NONE, blocked: NONE, blocker: NONE } as const;
const UNCONFIRMED = { unconfirmed: NONE } as const;

/**
 * The pushes that are sent to one browser: the fields of each kind, and which facts of the other member stand in it. The row of a caller
 * is that of its receiver; `visitor` has logged out.
 */
export const PUSH_ACCESS: AccessTable = {
  rows: {
    message: toReachable({ rest: 'body,conversation,member,tag,title,type,unread,url | nothing', ...GONE }),
    like: toReachable({ rest: `${PUSH} | nothing`, ...GONE, ...UNCONFIRMED }),
    // It leads to the page of the one new match.
    match: toReachable({ rest: `${PUSH} | id`, ...GONE, ...UNCONFIRMED }),
    account: toReachable(OWN_PUSH),
    offer: toReachable(OWN_PUSH),
    summary: toReachable(OWN_PUSH),
  },
  kindOf: (name) => (['message', 'like', 'match'].includes(name) ? 'deed' : 'nothing'),
};
