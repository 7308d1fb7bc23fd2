import { endAllSessions, endSessions } from '#db/queries/shared/sessions';
import { memberByTypedEmail } from '../account/typed-member.ts';
import { countText } from '../lib/terminal-text.ts';
import { changingVerb, plannedBatch, UsageError } from '../lib/verb.ts';

const end = changingVerb({
  about: 'Logs a member out everywhere, or with --all everybody. Passwords stay; sockets close within a minute.',
  args: { EMAIL: { about: 'the e-mail address of an account', isOptional: true } },
  options: { all: { about: 'the sessions of all members' } },
  run: async (db, { args, options }) => {
    if ((args.EMAIL === undefined) !== options.all) throw new UsageError('Name one EMAIL, or --all for everybody.');
    const member = args.EMAIL === undefined ? null : await memberByTypedEmail(db, args.EMAIL);
    const whose = member?.email ?? 'everybody';
    const now = Date.now();
    return plannedBatch(db, {
      would: `${whose} would be logged out on all devices.`,
      statements: member ? endSessions(db, member.id, {}, now) : endAllSessions(db, now),
      done: ({ endedSessions }) => ({
        text: `${whose} is logged out: ${countText(endedSessions.length, 'session')}.`,
        json: { email: member?.email ?? null, sessions: endedSessions.length },
      }),
    });
  },
});

/** The verbs of `npm run site -- session`. */
export const SESSION_VERBS = { end };
