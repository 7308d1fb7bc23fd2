import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { signUp as endpoint } from '#contract/signup';
import { brokenConstraint, together } from '#db/client';
import { insertMember, type MemberRow, memberByEmail, memberById, moveCredits } from '#db/queries/account';
import { countAttempt } from '#db/queries/attempts';
import { insertMail } from '#db/queries/outbox';
import { countryOf } from '../../domain/card.ts';
import type { Context } from '../../domain/context.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import { randomId, sha256 } from '../../domain/ids.ts';
import { isKnownPassword } from '../../domain/known-passwords.ts';
import { HOUR, holdToLimit } from '../../domain/limit.ts';
import { openSession } from '../../domain/open-session.ts';
import { readToken } from '../../domain/tokens.ts';
import { userOf, userStatements } from '../../domain/user.ts';
import { activationMail } from '../../mails/activation.ts';
import { hashPassword, passwordFits } from '../../platform/passwords.ts';

type Input = ParsedInputOf<typeof endpoint>;
type Output = OutputOf<typeof endpoint>;

/** A new account with its session, welcome credits and activation mail, in one batch (api.md, user.php?new=1). */
export async function signUp(ctx: Context, input: Input): Promise<Output> {
  if (isKnownPassword(input.password)) refuseFields({ password: 'not_allowed' });
  await holdToTokens(ctx, input);
  holdToOpenSignups(ctx, input);
  const [counted, found] = await together(ctx.db, [
    countAttempt(ctx.db, `signup:${ctx.visitor.network}`, HOUR, ctx.now),
    memberByEmail(ctx.db, input.email),
  ]);
  holdToLimit(counted[0], ctx.settings.signups_an_hour);
  if (found[0]) return sameAccount(ctx, input, found[0]);
  try {
    return await openAccount(ctx, input);
  } catch (error) {
    if (brokenConstraint(error) !== 'UNIQUE members.email') throw error;
    // A double click: its twin came first. The same form gets the same account.
    const twin = (await memberByEmail(ctx.db, input.email))[0];
    return twin ? sameAccount(ctx, input, twin) : refuse('email_taken');
  }
}

async function holdToTokens(ctx: Context, input: Input): Promise<void> {
  const key = ctx.env.SIGNING_KEY;
  const [csrf, token] = await Promise.all([readToken(key, 'csrf', input.csrf, ctx.now), readToken(key, 'email', input.token, ctx.now)]);
  if (!csrf) refuseFields({ csrf: 'expired' });
  if (token?.email !== input.email) refuseFields({ token: 'expired' });
}

function holdToOpenSignups({ settings }: Context, input: Input): void {
  const isOpen = settings.signups === 'all' || (settings.signups === 'with_trafficsource' && Boolean(input.trafficsource?.network));
  if (!isOpen) refuse('signups_closed');
}

const signupKeyOf = (input: Input) => sha256(`${input.n}:${input.csrf}`);

async function openAccount(ctx: Context, input: Input): Promise<Output> {
  const { db, now, settings, visitor } = ctx;
  const id = randomId();
  const country = input.country ?? countryOf(visitor.country);
  const language = input.language ?? visitor.locale;
  const { trafficsource, profile, form_path, referrer } = input;
  const member = {
    id,
    email: input.email,
    passwordHash: await hashPassword(input.password),
    status: 'not_confirmed' as const,
    name: input.name,
    country,
    language,
    locale: language,
    timezone: input.timezone ?? null,
    paymentCountry: country,
    lastSignupStep: 0,
    lastActiveAt: now,
    signupKey: await signupKeyOf(input),
    signupOrigin: { trafficsource, profile, form_path, referrer },
    createdAt: now,
  };
  const session = await openSession(ctx, id);
  const mail = await activationMail(ctx, member);
  const welcome = {
    id: randomId(),
    memberId: id,
    amount: settings.welcome_credits,
    reason: 'welcome' as const,
    reference: id,
    createdAt: now,
  };
  const [, , , , mails, members, ...rows] = await together(db, [
    insertMember(db, member),
    session.statement,
    ...moveCredits(db, welcome),
    insertMail(db, mail),
    memberById(db, id),
    ...userStatements(id, db),
  ]);
  session.keep();
  ctx.publish({ mails });
  return members[0] ? { user: userOf(members[0], rows, now) } : refuse('conflict');
}

/** The same form sent again opens the account it has made; any other form meets a taken address. */
async function sameAccount(ctx: Context, input: Input, member: MemberRow): Promise<Output> {
  const isSameForm = member.signupKey === (await signupKeyOf(input)) && (await passwordFits(input.password, member.passwordHash));
  if (!isSameForm || (member.status !== 'not_confirmed' && member.status !== 'active')) return refuse('email_taken');
  const session = await openSession(ctx, member.id);
  const [, ...rows] = await together(ctx.db, [session.statement, ...userStatements(member.id, ctx.db)]);
  session.keep();
  return { user: userOf(member, rows, ctx.now) };
}
