import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { User } from '#contract/account';
import { loadTexts } from '../../i18n/i18n.ts';
import type { ReminderProps } from './reminder.tsx';
import { dueReminder, type ReminderKind, snoozeReminder } from './reminder-due.ts';

async function loadReminder(): Promise<{ default: ComponentType<ReminderProps> }> {
  const [{ Reminder }] = await Promise.all([import('./reminder.tsx'), loadTexts(['reminder'])]);
  return { default: Reminder };
}

/** Draws nothing if its code cannot be loaded. */
const Reminder = lazy(() => loadReminder().catch(() => ({ default: () => null })));

/** Shows the reminder that is due. Reserves its space while it loads, so that nothing moves; without one there is no space. */
export function ReminderSlot({ user }: { user: User }) {
  const [dismissed, setDismissed] = useState<ReminderKind | null>(null);
  const kind = dueReminder(user);
  if (!kind || kind === dismissed) return null;
  const dismiss = () => {
    snoozeReminder(kind, user.id);
    setDismissed(kind);
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <div className="reminder-slot">
      <Suspense fallback={null}>
        <Reminder key={kind} kind={kind} user={user} onDismiss={dismiss} />
      </Suspense>
    </div>
  );
}
