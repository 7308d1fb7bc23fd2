import type { User } from '#contract/account';
import { hasQuestionsLeft } from '../../features/signup/flow/signup-progress.ts';

/** What a member may be reminded of, the first that is due; `sign_up` comes first, as the letter is behind its questions. */
const KINDS = ['sign_up', 'mail'] as const;
export type ReminderKind = (typeof KINDS)[number];

const QUIET_MS = 24 * 60 * 60_000;
const storageKey = (kind: ReminderKind, member: string) => `reminder/${member}/${kind}`;

const isTrue: Record<ReminderKind, (user: User) => boolean> = { sign_up: hasQuestionsLeft, mail: ({ activated }) => !activated };

/** Whether this member asked for quiet on this device within the last day. */
function isQuiet(kind: ReminderKind, member: string, now: number): boolean {
  try {
    const since = localStorage.getItem(storageKey(kind, member));
    const ago = now - Number(since);
    return since !== null && ago >= 0 && ago < QUIET_MS;
  } catch {
    return false;
  }
}

/** The one reminder that is due, or null. */
export const dueReminder = (user: User, now = Date.now()): ReminderKind | null =>
  KINDS.find((kind) => isTrue[kind](user) && !isQuiet(kind, user.id, now)) ?? null;

/** Nothing of this kind for a day, for this member on this device. */
export function quieten(kind: ReminderKind, member: string, now = Date.now()): void {
  try {
    localStorage.setItem(storageKey(kind, member), String(now));
  } catch {
    // Storage is blocked: the quiet lasts as long as the page.
  }
}
