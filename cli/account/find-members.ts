import { FOUND_MEMBERS_MAX } from '#contract/operator/operated-members';
import type { FoundMemberRow } from '#db/queries/operator/member-overview';
import { foundMembers, membersFoundBy } from '../../worker/domain/operating/find-members.ts';
import { isoTime } from '../../worker/lib/iso-time.ts';
import { escapeControls, formatUtcMinute } from '../lib/terminal-text.ts';
import { typedText } from '../lib/typed-values.ts';
import { readingVerb, UsageError } from '../lib/verb.ts';
import { statusText } from './typed-member.ts';

/** Characters of what is searched for. */
const [LEAST, MOST] = [2, 254];

function lineOf({ id, name, email, status, isFictional, country, createdAt }: FoundMemberRow): string {
  const kind = isFictional ? ', fictional' : '';
  return `${id}  ${escapeControls(name)} <${email}>  ${statusText(status)}${kind}  ${country ?? 'no country'}  since ${formatUtcMinute(createdAt)}`;
}

/** Finds members as the desk does. */
export const find = readingVerb({
  about: `Finds members by a whole e-mail address, an id, or the beginning of a name; ${FOUND_MEMBERS_MAX} at most.`,
  args: { TEXT: { about: 'the address, the id, or the beginning of the name', takesRest: true } },
  options: {},
  run: async (db, { args }) => {
    const typed = typedText(args.TEXT, 'TEXT', MOST);
    if (typed.length < LEAST) throw new UsageError(`TEXT has at least ${LEAST} characters.`);
    const { members, isCapped } = foundMembers(await membersFoundBy(db, typed));
    const lines = [...members.map(lineOf), ...(isCapped ? ['There are more: type more of the name.'] : [])];
    return {
      text: lines.length > 0 ? lines.join('\n') : 'Nobody found.',
      json: {
        members: members.map(({ id, name, email, status, isFictional, country, createdAt }) => ({
          ...{ id, name, email, status, country },
          is_fictional: isFictional,
          signed_up_at: isoTime(createdAt),
        })),
        is_capped: isCapped,
      },
    };
  },
});
