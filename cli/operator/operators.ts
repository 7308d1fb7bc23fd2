import { OPERATOR_ROLES } from '#contract/operator/desk-session';
import type { Database } from '#db/client';
import { latestActivity } from '#db/queries/operator/activity';
import { allOperators } from '#db/queries/operator/operators';
import {
  type EnrolmentCode,
  planAddOperator,
  planNewCode,
  planRemoveOperator,
  planSignOutOperator,
} from '../../worker/domain/operating/operators.ts';
import { isoTime, isoTimeOrNull } from '../../worker/lib/iso-time.ts';
import { EMAIL, memberByTypedEmail, statusText } from '../account/typed-member.ts';
import { COMMAND_LINE, orCommandError } from '../lib/operating.ts';
import { countText, formatUtcMinute } from '../lib/terminal-text.ts';
import { typedName } from '../lib/typed-values.ts';
import { changingVerb, readingVerb } from '../lib/verb.ts';

/** Acts of the record that are printed, the latest ones. */
const ACTS_SHOWN = 100;

const groupsOf = (code: string) => code.replaceAll(/.{5}(?=.)/g, '$&-');

const codeText = ({ code, expiresAt }: EnrolmentCode) =>
  [
    `Code: ${groupsOf(code)}`,
    `Once, until ${formatUtcMinute(expiresAt)}: open /operator on the site, log in with e-mail address and password, and type the code.`,
  ].join('\n');

const codeJson = ({ code, expiresAt }: EnrolmentCode) => ({ code: groupsOf(code), code_expires_at: isoTime(expiresAt) });

/** The member of a typed address, with the words for what cannot be done. */
async function namedOperator(db: Database, typed: string) {
  const member = await memberByTypedEmail(db, typed);
  const { id, email } = member;
  const words = {
    not_active: `${email} is ${statusText(member.status)}: only a confirmed account can be that of an operator.`,
    not_found: `${email} is no operator.`,
    exists: `${email} is an operator already. A new code: npm run site -- operator code ${email}`,
  };
  return { id, email, words };
}

const add = changingVerb({
  about: 'Makes a member an operator and prints the code for the first passkey.',
  args: { EMAIL },
  options: { role: { value: OPERATOR_ROLES.join('|'), about: 'moderator unless given; an admin also gives credits and changes settings' } },
  run: async (db, { args, options }) => {
    const role = typedName(options.role, 'role', OPERATOR_ROLES) ?? 'moderator';
    const { id, email, words } = await namedOperator(db, args.EMAIL);
    const plan = await orCommandError(words, () => planAddOperator(db, Date.now(), COMMAND_LINE, { memberId: id, role }));
    return {
      would: `${email} would be an operator: ${role}.`,
      apply: async () => {
        const code = await orCommandError(words, plan.apply);
        return { text: `${email} is an operator: ${role}.\n${codeText(code)}`, json: { email, role, ...codeJson(code) } };
      },
    };
  },
});

const code = changingVerb({
  about: 'Prints a new code for another passkey of an operator; an earlier code is void.',
  args: { EMAIL },
  options: {},
  run: async (db, { args }) => {
    const { id, email, words } = await namedOperator(db, args.EMAIL);
    const plan = await orCommandError(words, () => planNewCode(db, Date.now(), COMMAND_LINE, id));
    return {
      would: `${email} would get a new code.`,
      apply: async () => {
        const made = await orCommandError(words, plan.apply);
        return { text: `${email}\n${codeText(made)}`, json: { email, ...codeJson(made) } };
      },
    };
  },
});

const remove = changingVerb({
  about: 'Takes the desk from an operator at once, with passkeys and sessions; the account stays.',
  args: { EMAIL },
  options: {},
  run: async (db, { args }) => {
    const { id, email, words } = await namedOperator(db, args.EMAIL);
    const plan = await orCommandError(words, () => planRemoveOperator(db, Date.now(), COMMAND_LINE, id));
    return {
      would: `${email} would be no operator any more.`,
      apply: async () => {
        await orCommandError(words, plan.apply);
        return { text: `${email} is no operator any more; sessions of the desk have ended.`, json: { email, role: null } };
      },
    };
  },
});

const signOut = changingVerb({
  about: 'Ends the sessions of an operator at the desk; passkeys stay.',
  args: { EMAIL },
  options: {},
  run: async (db, { args }) => {
    const { id, email, words } = await namedOperator(db, args.EMAIL);
    const plan = await orCommandError(words, () => planSignOutOperator(db, Date.now(), COMMAND_LINE, id));
    return {
      would: `${email} would be signed out at the desk.`,
      apply: async () => {
        const { sessions } = await orCommandError(words, plan.apply);
        return { text: `${email} is signed out at the desk: ${countText(sessions, 'session')}.`, json: { email, sessions } };
      },
    };
  },
});

type ListedOperator = Awaited<ReturnType<typeof allOperators>>[number];

function lineOf({ email, role, status, addedAt, passkeys, sessions, codeExpiresAt }: ListedOperator): string {
  const account = status === 'active' ? '' : `, account ${statusText(status)}`;
  const open = codeExpiresAt === null ? '' : `, code until ${formatUtcMinute(codeExpiresAt)}`;
  return `${email}  ${role}${account}  since ${formatUtcMinute(addedAt)}  ${countText(passkeys, 'passkey')}, ${countText(sessions, 'session')}${open}`;
}

const list = readingVerb({
  about: 'Lists the operators with their passkeys and sessions.',
  args: {},
  options: {},
  run: async (db) => {
    const rows = await allOperators(db, Date.now());
    return {
      text:
        rows.length > 0 ? rows.map(lineOf).join('\n') : 'There is no operator. Make one: npm run site -- operator add EMAIL --role admin',
      json: rows.map(({ email, role, status, addedAt, passkeys, sessions, codeExpiresAt }) => ({
        ...{ email, role, account: status, added_at: isoTime(addedAt), passkeys, sessions, code_expires_at: isoTimeOrNull(codeExpiresAt) },
      })),
    };
  },
});

type RecordedAct = Awaited<ReturnType<typeof latestActivity>>[number];

function actLine({ actor, operator, act, aboutEmail, subject, amount, reason, createdAt }: RecordedAct): string {
  const by = actor === 'operator' ? (operator ?? 'an erased account') : actor.replace('_', ' ');
  const details = [aboutEmail, subject, amount, reason].filter((detail) => detail !== null);
  return [formatUtcMinute(createdAt), by, act.replaceAll('_', ' '), ...details].join('  ');
}

const activity = readingVerb({
  about: `Prints the latest ${ACTS_SHOWN} acts of operators and of this command.`,
  args: {},
  options: {},
  run: async (db) => {
    const rows = await latestActivity(db, ACTS_SHOWN);
    return {
      text: rows.length > 0 ? rows.map(actLine).join('\n') : 'Nothing is recorded.',
      json: rows.map(({ actor, operator, act, aboutEmail, subject, amount, reason, createdAt }) => ({
        ...{ at: isoTime(createdAt), actor, operator, act, about: aboutEmail, subject, amount, reason },
      })),
    };
  },
});

/** The verbs of `npm run site -- operator`. */
export const OPERATOR_VERBS = { add, list, code, 'sign-out': signOut, remove, activity };
