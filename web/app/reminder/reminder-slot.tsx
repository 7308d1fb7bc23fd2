import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { User } from '#contract/account';
import { loadTexts } from '../../i18n/i18n.ts';
import type { ReminderProps } from './reminder.tsx';
import { dueReminder, quieten, type ReminderKind } from './reminder-due.ts';

async function loadReminder(): Promise<{ default: ComponentType<ReminderProps> }> {
  const [{ Reminder }] = await Promise.all([import('./reminder.tsx'), loadTexts(['reminder'])]);
  return { default: Reminder };
}

/** A reminder that cannot be drawn takes nothing else with it. */
const Reminder = lazy(() => loadReminder().catch(() => ({ default: () => null })));

/** Keeps the room of a reminder that is due until it is here, so that nothing moves; without one there is nothing at all. */
export function ReminderSlot({ user }: { user: User }) {
  const [dismissed, setDismissed] = useState<ReminderKind | null>(null);
  const kind = dueReminder(user);
  if (!kind || kind === dismissed) return null;
  const dismiss = () => {
    quieten(kind, user.id);
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
