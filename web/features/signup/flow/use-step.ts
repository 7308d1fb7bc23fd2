import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as v from 'valibot';
import type { User } from '#contract/account';
import { STEPS, type Step } from './signup-progress.ts';
import { answeredBy, firstStep, nextStep, type PushOffer } from './steps.ts';

/** The state of a history entry: its step, and the step of the entry before it if this form put that one there. */
const HistoryState = v.object({ step: v.picklist(STEPS), before: v.optional(v.picklist(STEPS)) });
type HistoryState = v.InferOutput<typeof HistoryState>;

const historyStateOf = (state: unknown): HistoryState | null => (v.is(HistoryState, state) ? state : null);

/** The step at which a returning member goes on. It is computed once for a member, so that answers given meanwhile do not change it. */
function useResumedStep(user: User | null, push: PushOffer | null): Step | null {
  const [resumed, setResumed] = useState<{ id: string; step: Step } | null>(null);
  if (user && push && resumed?.id !== user.id) {
    setResumed({ id: user.id, step: nextStep('account', { type: 'member.resumed', push, answered: answeredBy(user) }) });
  }
  return user && resumed?.id === user.id ? resumed.step : null;
}

interface SignUpState {
  user: User | null;
  /** Null until the browser has answered. */
  push: PushOffer | null;
  /** The address that got the mail of a sign-up without a session (strict address check); else empty. */
  sentTo: string;
}

/** Each step is an entry of the browser's history: a reload stays, the back button goes one step back. */
export function useStep({ user, push, sentTo }: SignUpState) {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const entry = historyStateOf(state);
  const [stepAfterAccount, setStepAfterAccount] = useState<Step | null>(null);
  const resumed = useResumedStep(user, push);
  const entryStep = entry && entry.step !== 'account' ? entry.step : null;
  const visitorStep = sentTo && entryStep === 'check_mail' ? 'check_mail' : 'account';
  const step = user ? (entryStep ?? stepAfterAccount ?? resumed) : visitorStep;

  const goTo = (next: HistoryState, replace: boolean) => void navigate({ pathname, search }, { state: next, replace });
  const afterAccount = (isSignedIn: boolean) => {
    if (!isSignedIn || !push) return goTo({ step: 'check_mail' }, true);
    const first = firstStep(push);
    const next = nextStep('account', { type: 'account.made', push });
    setStepAfterAccount(next);
    goTo({ step: first }, true);
    if (next !== first) goTo({ step: next, before: first }, false);
  };
  const done = () => {
    if (step === null) return;
    const next = nextStep(step, { type: 'step.done' });
    // The mail is sent only once, so that going back must not lead to the page that waits for it.
    if (step === 'mail_progress') return goTo({ step: next, ...(entry?.before && { before: entry.before }) }, true);
    if (entry?.step !== step) goTo({ step }, true);
    goTo({ step: next, before: step }, false);
  };
  const previous = user && push && step ? nextStep(step, { type: 'step.back', push }) : step;
  const back = () => {
    if (previous === null) return;
    if (entry?.before === previous) void navigate(-1);
    else goTo({ step: previous }, true);
  };
  return { step, afterAccount, done, back: previous === step ? null : back };
}
