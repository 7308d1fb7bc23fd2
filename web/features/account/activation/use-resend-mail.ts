import { useEffect, useState } from 'react';
import { resendActivation } from '#contract/account-changes';
import { CallError, call } from '../../../api/call.ts';
import { refreshUser } from '../../../session/user.ts';

const RESEND_WAIT_S = 60;

/** Sends the activation mail again, at most once in 60 seconds. `isJustSent` starts with the full waiting time. */
export function useResendMail(isJustSent: boolean) {
  const [secondsLeft, setSecondsLeft] = useState(isJustSent ? RESEND_WAIT_S : 0);
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
      setSecondsLeft(RESEND_WAIT_S);
    } catch (thrown) {
      setState('ready');
      setError(thrown);
      if (!(thrown instanceof CallError)) return;
      // The address is confirmed already.
      if (thrown.code === 'conflict') await refreshUser().catch(() => null);
      if (thrown.code === 'too_many' && thrown.retryAfter !== null) setSecondsLeft(Math.ceil(thrown.retryAfter));
    }
  };
  return { secondsLeft, state, error, resend };
}
