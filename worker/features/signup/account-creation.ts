import type { ParsedInputOf } from '#contract/endpoint';
import type { signUp as endpoint } from '#contract/signup';
import { insertMember, type MemberRow } from '#db/queries/account/members';
import { grantCredits } from '#db/queries/shared/credit-balance';
import type { Context } from '../../domain/context.ts';
import { hashPassword, verifyPassword } from '../../domain/password-hashing.ts';
import { asCountry } from '../../domain/profile-card.ts';
import { randomId, sha256 } from '../../lib/crypto.ts';
import { activationMail } from '../../mail/activation-mail.ts';

type Input = ParsedInputOf<typeof endpoint>;

/** The constraint that fails if another account has taken the address meanwhile. */
export const EMAIL_TAKEN_CONSTRAINT = 'UNIQUE members.email';

const signupKeyOf = (input: Input) => sha256(`${input.n}:${input.csrf}`);

/** The account that a form asks for: its row, the statements that write it with the welcome credits, and the activation mail. */
export async function prepareAccount(ctx: Context, input: Input) {
  const { db, now, settings, visitor } = ctx;
  const id = randomId();
  const country = input.country ?? asCountry(visitor.country);
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
  const amount = settings.welcome_credits;
  const welcome = { id: randomId(), memberId: id, source: 'welcome' as const, reference: id, amount, createdAt: now };
  const statements = { newMember: insertMember(db, member), ...grantCredits(db, welcome) };
  return { member, statements, mail: await activationMail(ctx, member) };
}

/** Whether a form is the one that created an account: the same password and form tokens. It takes the same time whatever the answer. */
export async function isSameForm(input: Input, member: MemberRow): Promise<boolean> {
  const fits = await verifyPassword(input.password, member.passwordHash);
  return fits && member.signupKey === (await signupKeyOf(input));
}
