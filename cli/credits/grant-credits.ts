import { giveCredits } from '#db/queries/credits/settlement';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { accountExists } from '../../worker/domain/account-status.ts';
import { randomId } from '../../worker/lib/crypto.ts';
import { EMAIL, memberByTypedEmail, statusText } from '../account/typed-member.ts';
import { countText } from '../lib/terminal-text.ts';
import { typedNumber, typedText } from '../lib/typed-values.ts';
import { assertWritten, changingVerb, plannedBatch } from '../lib/verb.ts';

const MOST_CREDITS = 100_000;
/** Characters of the reason of a grant, which is part of the member's data export. */
const REASON_MAX = 500;

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
    if (!accountExists(member)) throw new CommandError(`${email} is ${statusText(member.status)} and gets no credits.`);
    const now = Date.now();
    const event = { id: randomId(), memberId: id, event: { type: 'credits.changed', credits: 0 }, createdAt: now, dueAt: now };
    return plannedBatch(db, {
      would: `${email} would get ${countText(amount, 'credit')}: ${note}`,
      statements: giveCredits(db, { id: randomId(), memberId: id, amount, note, now }, event),
      done: ({ memberAfter }) => {
        assertWritten(memberAfter, email);
        const credits = memberAfter[0]?.credits;
        return {
          text: `${email} got ${countText(amount, 'credit')} and has ${credits} now: ${note}`,
          json: { email, amount, credits, reason: note },
        };
      },
    });
  },
});

/** The verbs of `npm run site -- credits`. */
export const CREDITS_VERBS = { grant };
