import { createToken } from '../../../worker/lib/tokens.ts';
import { newEmail, newId } from '../database/factories.ts';
import { TEST_SECRETS } from './test-secrets.ts';

const KEY = TEST_SECRETS.SIGNING_KEY;

/** The CSRF token that `settings.php` and the pages contain. */
export const csrfToken = (at = Date.now()) => createToken(KEY, 'csrf', {}, at);

/** The token that the check of an e-mail address returns. */
export const emailCheckToken = (email: string, at = Date.now()) => createToken(KEY, 'email', { email }, at);

/** The body of a sign-up as the page sends it, with valid tokens. */
export async function aSignUpForm<Changes extends object>(changes?: Changes) {
  const email = newEmail();
  const [csrf, token] = await Promise.all([csrfToken(), emailCheckToken(email)]);
  const member = { email, name: 'Noor', password: 'a password of my own', timezone: 'Europe/Amsterdam', country: 'NL', language: 'nl' };
  return { ...member, csrf, token, n: newId(), ...changes };
}
