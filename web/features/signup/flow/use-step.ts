import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as v from 'valibot';
import type { User } from '#contract/account';
import { answeredBy, firstStep, nextStep, type PushOffer, STEPS, type Step } from './steps.ts';

/** What an entry of the browser's history knows: its step, and the step of the entry that this form made before it. */
const Entry = v.object({ step: v.picklist(STEPS), before: v.optional(v.picklist(STEPS)) });
type Entry = v.InferOutput<typeof Entry>;

const entryOf = (state: unknown): Entry | null => (v.is(Entry, state) ? state : null);

/** The step a returning member goes on with, told once: answers given meanwhile do not move it. */
function useResumed(user: User | null, push: PushOffer | null): Step | null {
  const [resumed, setResumed] = useState<{ id: string; step: Step } | null>(null);
  if (user && push && resumed?.id !== user.id) {
    setResumed({ id: user.id, step: nextStep(0, { type: 'member.resumed', push, answered: answeredBy(user) }) });
  }
  return user && resumed?.id === user.id ? resumed.step : null;
}

interface Here {
  user: User | null;
  /** Null until the browser has said. */
  push: PushOffer | null;
  /** Where a letter went for a sign-up that signed nobody in. */
  sentTo: string;
}

/** Each step is an entry of the browser's history: a reload stays, the back button goes one step back. */
export function useStep({ user, push, sentTo }: Here) {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const entry = entryOf(state);
  const [made, setMade] = useState<Step | null>(null);
  const resumed = useResumed(user, push);
  const asMember = (entry?.step || null) ?? made ?? resumed;
  const step = user ? asMember : sentTo && entry?.step === 7 ? 7 : 0;

  const put = (next: Entry, replace: boolean) => void navigate({ pathname, search }, { state: next, replace });
  const afterAccount = (isSignedIn: boolean) => {
    if (!isSignedIn || !push) return put({ step: 7 }, true);
    const first = firstStep(push);
    const next = nextStep(0, { type: 'account.made', push });
    setMade(next);
    put({ step: first }, true);
    if (next !== first) put({ step: next, before: first }, false);
  };
  const done = () => {
    if (step === null) return;
    const next = nextStep(step, { type: 'step.done' });
    // The letter leaves once: its page is no place to come back to.
    if (step === 6) return put({ step: next, ...(entry?.before && { before: entry.before }) }, true);
    if (entry?.step !== step) put({ step }, true);
    put({ step: next, before: step }, false);
  };
  const before = user && push && step ? nextStep(step, { type: 'step.back', push }) : step;
  const back = () => {
    if (before === null) return;
    if (entry?.before === before) void navigate(-1);
    else put({ step: before }, true);
  };
  return { step, afterAccount, done, back: before === step ? null : back };
}
