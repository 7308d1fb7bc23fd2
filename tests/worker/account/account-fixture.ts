import { resetProof } from '../../../worker/features/session/reset-token.ts';
import { createToken } from '../../../worker/lib/tokens.ts';
import { aMember, anEmailChange, newEmail, PASSWORD } from '../../support/database/factories.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { type TestSite, testSite } from '../../support/product/test-site.ts';

const KEY = TEST_SECRETS.SIGNING_KEY;

export const GOOD_PASSWORD = 'a password of my own';

/** A refusal as `[status, code, fields at fault]`. */
export const refusalParts = (answer: ApiAnswer) => [answer.status, answer.at('error.code'), answer.at('error.fields')];
export const EXPIRED = [422, 'invalid', { token: 'expired' }];

/** Signs the tokens of the links in mails; `at` is the time of signing. */
export const linkTokens = {
  reset: async (member: { id: string; email: string; passwordHash: string }, at = Date.now()) =>
    createToken(KEY, 'reset', { member: member.id, proof: await resetProof(member) }, at),
  emailChange: (change: string, at = Date.now()) => createToken(KEY, 'mail_change', { change }, at),
  emailChangeUndo: (change: string, at = Date.now()) => createToken(KEY, 'mail_undo', { change }, at),
  undelete: (member: string, deletedAt: number, at = Date.now()) => createToken(KEY, 'undelete', { member, deleted_at: deletedAt }, at),
};

interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly links: readonly string[];
}

/** The site of one test file, with helpers that read the state of an account from its database and mailbox. */
export function accountFixture() {
  const site = testSite();
  const rows = async (sql: string, ...args: (string | number)[]) => (await site.db.$client.execute({ sql, args })).rows;
  return {
    site,
    rows,
    /** The columns of a member that hold the account status, or null if there is no such member. */
    statusRowOf: async (id: string) => {
      const [found] = await rows('select email, status, status_before, deleted_at, delete_reason from members where id = ?', id);
      return found ? { ...found } : null;
    },
    sessionsOf: async (id: string) => (await rows('select id from sessions where member_id = ?', id)).map((found) => String(found.id)),
    /** The events in the outbox for a member in order, as `type` or `type session`. */
    eventsFor: async (id: string) =>
      (
        await rows(
          "select event ->> 'type' as type, event ->> 'session' as session from event_outbox where member_id = ? order by rowid",
          id,
        )
      ).map(({ type, session }) => (session === null ? String(type) : `${type} ${session}`)),
    /** The mails to an address, newest first. */
    mailsTo: async (email: string) => (await site.visitor.get(`/_dev/mail.json?to=${email}`)).body as Mail[],
    /** The token in the first link of the newest mail to an address, or an empty string. */
    mailedToken: async (email: string, key = 'token') => {
      const [newest] = (await site.visitor.get(`/_dev/mail.json?to=${email}`)).body as Mail[];
      return new URL(newest?.links[0] ?? 'http://none/').searchParams.get(key) ?? '';
    },
  };
}

/** The calls that change an address, and a member with a change that is not confirmed yet. */
export const emailChangeCalls = (site: TestSite) => ({
  ask: (member: { cookie: string }, email: string, password = PASSWORD) => site.as(member).post('/api/mailchange.php', { email, password }),
  confirm: (token: string) => site.visitor.put('/api/mailchange.php', { token }),
  aWaitingChange: async (traits: Parameters<typeof aMember>[1] = {}) => {
    const member = await aMember(site.db, traits);
    const to = newEmail();
    const change = await anEmailChange(site.db, { memberId: member.id, oldEmail: member.email, newEmail: to });
    return { member, to, change };
  },
});
