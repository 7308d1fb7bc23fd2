import { useEffect, useState } from 'react';
import { resendActivation } from '#contract/account';
import { CallError, call } from '../../../api/call.ts';
import { refreshUser } from '../../../session/user.ts';

const APART_S = 60;

/** Sends the activation mail again, at least a minute apart. */
export function useResend(isJustSent: boolean) {
  const [secondsLeft, setSecondsLeft] = useState(isJustSent ? APART_S : 0);
  const [state, setState] = useState<'ready' | 'busy' | 'sent'>('ready');
  const [error, setError] = useState<unknown>(null);

  const isWaiting = secondsLeft > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => setSecondsLeft((left) => Math.max(0, left - 1)), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);

  const resend = async () => {
    if (state === 'busy' || isWaiting) return;
    setState('busy');
    setError(null);
    try {
      await call(resendActivation, {});
      setState('sent');
      setSecondsLeft(APART_S);
    } catch (refusal) {
      setState('ready');
      setError(refusal);
      if (!(refusal instanceof CallError)) return;
      if (refusal.code === 'conflict') await refreshUser().catch(() => null);
      if (refusal.code === 'too_many' && refusal.retryAfter !== null) setSecondsLeft(Math.ceil(refusal.retryAfter));
    }
  };
  return { secondsLeft, state, error, resend };
}
