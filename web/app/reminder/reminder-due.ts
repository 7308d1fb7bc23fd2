import type { User } from '#contract/account';
import { DAY } from '#contract/durations';
import { hasQuestionsLeft } from '../../features/signup/flow/signup-progress.ts';
import { readItem, writeItem } from '../../platform/web-storage.ts';

/** The reminders in order of priority: `sign_up` first, because the activation mail is sent after its questions. */
const KINDS = ['sign_up', 'mail'] as const;
export type ReminderKind = (typeof KINDS)[number];

const SNOOZE_MS = DAY;
const storageKey = (kind: ReminderKind, member: string) => `reminder/${member}/${kind}`;

const applies: Record<ReminderKind, (user: User) => boolean> = { sign_up: hasQuestionsLeft, mail: ({ activated }) => !activated };

/** Whether this member dismissed the reminder on this device within the last day. */
function isSnoozed(kind: ReminderKind, member: string, now: number): boolean {
  const dismissedAt = readItem(storageKey(kind, member)) ?? null;
  const elapsed = now - Number(dismissedAt);
  return dismissedAt !== null && elapsed >= 0 && elapsed < SNOOZE_MS;
}

/** The reminder to show now, or null. */
export const dueReminder = (user: User, now = Date.now()): ReminderKind | null =>
  KINDS.find((kind) => applies[kind](user) && !isSnoozed(kind, user.id, now)) ?? null;

/** Hides a reminder for a day, for this member on this device; if storage is blocked, as long as the page lasts. */
export function snoozeReminder(kind: ReminderKind, member: string, now = Date.now()): void {
  writeItem(storageKey(kind, member), String(now));
}
