import { useEffect, useRef, useState } from 'react';
import { Reminder } from '../app/reminder/reminder.tsx';
import type { ReminderKind } from '../app/reminder/reminder-due.ts';
import { Button } from '../ui/button.tsx';
import { WORDS } from './developer-texts.ts';
import { Group } from './frame.tsx';
import { type LetterOutcome, letters } from './mock-server.ts';
import { Sample } from './sample.tsx';
import { USER } from './sample-member.ts';

type MailState = keyof typeof WORDS.reminder.states;
const STATES = Object.keys(WORDS.reminder.states) as MailState[];
const outcomeOf = (state: MailState): LetterOutcome | null => (state === 'ready' ? null : state);

/** A reminder in one state, which is reached as for a member: by a press on its button. */
function Reminded({ name, kind, outcome }: { name: string; kind: ReminderKind; outcome: LetterOutcome | null }) {
  const [isDismissed, setDismissed] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    if (!outcome || isPressed.current) return;
    isPressed.current = true;
    letters.push(outcome);
    box.current?.querySelector<HTMLElement>('.reminder-acts button')?.click();
  }, [outcome]);
  return (
    <Sample name={name} state={outcome ?? kind}>
      {isDismissed ? (
        <div className="dev-row">
          <p className="small">{WORDS.reminder.dismissed}</p>
          <Button tone="soft" small onClick={() => setDismissed(false)}>
            {WORDS.reminder.again}
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
  const { mail, states, signUp } = WORDS.reminder;
  return (
    <>
      <Group title={mail}>
        <div className="dev-wide">
          {STATES.map((state) => (
            <Reminded key={state} name={states[state]} kind="mail" outcome={outcomeOf(state)} />
          ))}
        </div>
      </Group>
      <Group title={signUp}>
        <Reminded name={signUp} kind="sign_up" outcome={null} />
      </Group>
    </>
  );
}
