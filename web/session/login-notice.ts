import * as v from 'valibot';
import { refreshUser } from './user.ts';

const Notice = v.object({ notice: v.string() });

/** What the login says above its form when something was done that leads there; it travels in the history's state. */
export const noticeIn = (state: unknown): string | null => (v.is(Notice, state) ? state.notice : null);

/** The way on from something done with a mailed link: to the login with a word on it, or home for whoever is still signed in here. */
export async function wayAfterLink(notice: string): Promise<{ to: string; state: v.InferOutput<typeof Notice> }> {
  const user = await refreshUser().catch(() => null);
  return { to: user ? '/home' : '/login', state: { notice } };
}
