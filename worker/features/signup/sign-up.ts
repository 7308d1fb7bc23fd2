import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { maySignUp } from '#contract/settings';
import type { signUp as endpoint } from '#contract/signup';
import { batch, violatedConstraint } from '#db/client';
import { type MemberRow, memberByEmail, memberById } from '#db/queries/account/members';
import { rememberDevice } from '#db/queries/session/known-devices';
import { insertMail } from '#db/queries/shared/mail-queue';
import { accountExists } from '../../domain/account-status.ts';
import type { Context } from '../../domain/context.ts';
import { deviceKind, prepareSession } from '../../domain/create-session.ts';
import { isDisposable } from '../../domain/disposable-email.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import { countLimits, enforceLimits } from '../../domain/limits.ts';
import { loginPlaceOf } from '../../domain/login-place.ts';
import { isCommonPassword } from '../../domain/password-blocklist.ts';
import { userOf, userStatements } from '../../domain/user.ts';
import { readToken } from '../../lib/tokens.ts';
import { EMAIL_TAKEN_CONSTRAINT, isSameForm, prepareAccount } from './account-creation.ts';
import { signUpByMail } from './sign-up-by-mail.ts';

type Input = ParsedInputOf<typeof endpoint>;
type Output = OutputOf<typeof endpoint>;

/**
 * Creates an account with its session, welcome credits and activation mail, in one batch (docs/product.md, "Creating an account"). With
 * `email_check` at `strict` only the mail says whether an account was created (docs/product.md, "Strict address check").
 */
export async function signUp(ctx: Context, input: Input): Promise<Output> {
  if (isCommonPassword(input.password)) refuseFields({ password: 'not_allowed' });
  if (isDisposable(input.email)) refuseFields({ email: 'not_allowed' });
  await enforceFormTokens(ctx, input);
  enforceOpenSignups(ctx, input);
  const {
    limitCounts,
    account: [account],
  } = await batch(ctx.db, {
    limitCounts: countLimits(ctx, ctx.db),
    account: memberByEmail(ctx.db, input.email),
  });
  enforceLimits(ctx, limitCounts);
  if (ctx.settings.email_check === 'strict') {
    await signUpByMail(ctx, input, account);
    return { user: null };
  }
  if (account) return answerSameForm(ctx, input, account);
  try {
    return await createAccount(ctx, input);
  } catch (error) {
    if (violatedConstraint(error) !== EMAIL_TAKEN_CONSTRAINT) throw error;
    // The form was sent twice at once, and the other request created the account.
    const existing = (await memberByEmail(ctx.db, input.email))[0];
    return existing ? answerSameForm(ctx, input, existing) : refuse('email_taken');
  }
}

/** Refuses a form without a valid token of this site, or without a valid check of exactly this address. */
async function enforceFormTokens(ctx: Context, input: Input): Promise<void> {
  const key = ctx.env.SIGNING_KEY;
  const [csrf, token] = await Promise.all([readToken(key, 'csrf', input.csrf, ctx.now), readToken(key, 'email', input.token, ctx.now)]);
  if (!csrf) refuseFields({ csrf: 'expired' });
  if (token?.email !== input.email) refuseFields({ token: 'expired' });
}

function enforceOpenSignups({ settings }: Context, input: Input): void {
  if (!maySignUp(settings, input.trafficsource?.network)) refuse('signups_closed');
}

/** Creates the account and opens its session. */
async function createAccount(ctx: Context, input: Input): Promise<Output> {
  const { db } = ctx;
  const { member, statements, mail } = await prepareAccount(ctx, input);
  const session = await prepareSession(ctx, member);
  const place = await loginPlaceOf(ctx);
  const device = { memberId: member.id, sessionId: session.id, kind: deviceKind(ctx.visitor.device), place, now: ctx.now };
  const rows = await batch(db, {
    ...statements,
    openedSession: session.statement,
    ...rememberDevice(db, device),
    mail: insertMail(db, mail),
    storedMember: memberById(db, member.id),
    ...userStatements(member.id, db),
  });
  session.keep();
  ctx.publish({ mails: rows.mail });
  const [storedMember] = rows.storedMember;
  return storedMember ? { user: userOf(storedMember, rows, ctx.now) } : refuse('conflict');
}

/** Opens a session if the form is the one that created the account; refuses any other form because the address is taken. */
async function answerSameForm(ctx: Context, input: Input, member: MemberRow): Promise<Output> {
  if (!(await isSameForm(input, member)) || !accountExists(member)) return refuse('email_taken');
  const session = await prepareSession(ctx, member);
  const { openedSession, ...rows } = await batch(ctx.db, { openedSession: session.statement, ...userStatements(member.id, ctx.db) });
  if (openedSession.length === 0) refuse('email_taken');
  session.keep();
  return { user: userOf(member, rows, ctx.now) };
}
