import { GRANT_MAX as MOST_CREDITS, GRANT_REASON_MAX as REASON_MAX } from '#contract/operator/operated-members';
import { planGrant } from '../../worker/domain/operating/grant-credits.ts';
import { randomId } from '../../worker/lib/crypto.ts';
import { EMAIL, memberByTypedEmail, statusText } from '../account/typed-member.ts';
import { COMMAND_LINE, orCommandError } from '../lib/operating.ts';
import { countText } from '../lib/terminal-text.ts';
import { typedNumber, typedText } from '../lib/typed-values.ts';
import { changingVerb } from '../lib/verb.ts';

const grant = changingVerb({
  about: 'Gives a member credits; the member sees a gift in the ledger.',
  args: { EMAIL, AMOUNT: { about: `1 to ${MOST_CREDITS}` } },
  options: {
    reason: {
      value: 'TEXT',
      about: 'why; it is kept and part of the data export of the member',
      whenMissing: 'Say why, it is kept: --reason TEXT',
    },
  },
  run: async (db, { args, options }) => {
    const amount = typedNumber(args.AMOUNT, 'AMOUNT', 1, MOST_CREDITS);
    const note = typedText(options.reason, '--reason', REASON_MAX);
    const member = await memberByTypedEmail(db, args.EMAIL);
    const { email, id } = member;
    const words = { account_gone: `${email} is ${statusText(member.status)} and gets no credits.` };
    const grantOf = { id: randomId(), memberId: id, amount, reason: note };
    const plan = await orCommandError(words, () => planGrant(db, Date.now(), COMMAND_LINE, grantOf));
    return {
      would: `${email} would get ${countText(amount, 'credit')}: ${note}`,
      apply: async () => {
        const { credits } = await orCommandError(words, plan.apply);
        return {
          text: `${email} got ${countText(amount, 'credit')} and has ${credits} now: ${note}`,
          json: { email, amount, credits, reason: note },
        };
      },
    };
  },
});

/** The verbs of `npm run site -- credits`. */
export const CREDITS_VERBS = { grant };
