import { useEffect, useRef, useState } from 'react';
import { Reminder } from '../app/reminder/reminder.tsx';
import type { ReminderKind } from '../app/reminder/reminder-due.ts';
import { Button } from '../ui/button.tsx';
import { DEVELOPER_TEXTS } from './developer-texts.ts';
import { Group } from './frame.tsx';
import { type MailOutcome, mailOutcomes } from './mock-server.ts';
import { Sample } from './sample.tsx';
import { USER } from './sample-member.ts';

type MailState = keyof typeof DEVELOPER_TEXTS.reminder.states;
const STATES = Object.keys(DEVELOPER_TEXTS.reminder.states) as MailState[];
const outcomeOf = (state: MailState): MailOutcome | null => (state === 'ready' ? null : state);

/** A reminder in one state, which is reached as for a member: by a press on its button. */
function ReminderSample({ name, kind, outcome }: { name: string; kind: ReminderKind; outcome: MailOutcome | null }) {
  const [isDismissed, setDismissed] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    if (!outcome || isPressed.current) return;
    isPressed.current = true;
    mailOutcomes.push(outcome);
    box.current?.querySelector<HTMLElement>('.reminder-actions button')?.click();
  }, [outcome]);
  return (
    <Sample name={name} state={outcome ?? kind}>
      {isDismissed ? (
        <div className="dev-row">
          <p className="small">{DEVELOPER_TEXTS.reminder.dismissed}</p>
          <Button tone="soft" small onClick={() => setDismissed(false)}>
            {DEVELOPER_TEXTS.reminder.again}
          </Button>
        </div>
      ) : (
        <div className="reminder-slot" ref={box}>
          <Reminder kind={kind} user={USER} onDismiss={() => setDismissed(true)} />
        </div>
      )}
    </Sample>
  );
}

/** The reminder in each of its states. */
export function ReminderPage() {
  const { mail, states, signUp } = DEVELOPER_TEXTS.reminder;
  return (
    <>
      <Group title={mail}>
        <div className="dev-wide">
          {STATES.map((state) => (
            <ReminderSample key={state} name={states[state]} kind="mail" outcome={outcomeOf(state)} />
          ))}
        </div>
      </Group>
      <Group title={signUp}>
        <ReminderSample name={signUp} kind="sign_up" outcome={null} />
      </Group>
    </>
  );
}
