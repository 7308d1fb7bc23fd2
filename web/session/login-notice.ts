import * as v from 'valibot';
import { refreshUser } from './user.ts';

const LoginNotice = v.object({ notice: v.string() });

/** The notice to show above the login form, from the state of the history entry; null if there is none. */
export const loginNoticeIn = (state: unknown): string | null => (v.is(LoginNotice, state) ? state.notice : null);

/** Where to go after a mailed link has been used: to the login, or to `/home` if somebody is signed in here, with a notice in the state. */
export async function destinationAfterMailLink(notice: string): Promise<{ to: string; state: v.InferOutput<typeof LoginNotice> }> {
  const user = await refreshUser().catch(() => null);
  return { to: user ? '/home' : '/login', state: { notice } };
}
