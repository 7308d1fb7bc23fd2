import * as v from 'valibot';
import type { OutputOf } from '#contract/endpoint';
import { EmailAddress } from '#contract/primitives';
import type { validateEmail } from '#contract/signup';

export const DEBOUNCE_MS = 500;

type Answer = OutputOf<typeof validateEmail>;
type AskServer = (email: string, signal: AbortSignal) => Promise<Answer>;

/** What is known of the typed address. `email` is the address that was checked, `token` the proof that the sign-up call asks for. */
export type EmailCheck =
  | { state: 'empty' }
  | { state: 'waiting' }
  | { state: 'answered'; email: string; status: Answer['status']; token: string | null }
  | { state: 'failed'; error: unknown };

export interface EmailChecker {
  getSnapshot: () => EmailCheck;
  subscribe: (listener: () => void) => () => void;
  /** The field changed: forgets the last result and asks once typing has stopped. */
  type: (typed: string) => void;
  /** The field was left: a check that waits for the debounce starts at once. */
  flush: () => void;
  /** Asks again at once: after a failure, or for a fresh token. */
  askNow: () => Promise<EmailCheck>;
  /** The form was unmounted: drops what runs. `type` starts it again. */
  stop: () => void;
}

/** Asks the server about an address, half a second after the last key; an answer about an older address is dropped. */
export function createEmailChecker(ask: AskServer, debounceMs = DEBOUNCE_MS): EmailChecker {
  const listeners = new Set<() => void>();
  let check: EmailCheck = { state: 'empty' };
  let typedEmail = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request = new AbortController();

  const show = (next: EmailCheck) => {
    check = next;
    for (const listener of listeners) listener();
  };

  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
    request.abort();
  };

  const askNow = async (): Promise<EmailCheck> => {
    cancel();
    if (typedEmail === '') return check;
    if (!v.is(EmailAddress, typedEmail)) {
      show({ state: 'answered', email: typedEmail, status: 'invalid', token: null });
      return check;
    }
    const askedEmail = typedEmail;
    const controller = new AbortController();
    request = controller;
    show({ state: 'waiting' });
    try {
      const answer = await ask(askedEmail, controller.signal);
      const { request_email: email, status, token } = answer;
      if (email === typedEmail && request === controller) show({ state: 'answered', email, status, token });
    } catch (error) {
      if (askedEmail === typedEmail && request === controller && !controller.signal.aborted) show({ state: 'failed', error });
    }
    return check;
  };

  const type = (typed: string) => {
    const email = typed.trim();
    if (email === typedEmail) return;
    cancel();
    typedEmail = email;
    show({ state: email === '' ? 'empty' : 'waiting' });
    if (email !== '') timer = setTimeout(() => void askNow(), debounceMs);
  };

  return {
    getSnapshot: () => check,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    type,
    flush: () => {
      if (timer !== undefined) void askNow();
    },
    askNow,
    stop: () => {
      cancel();
      typedEmail = '';
      show({ state: 'empty' });
    },
  };
}

/** The proof that an address may sign up; null unless the latest check is about exactly this address and says that it is free. */
export const tokenFor = (email: string, check: EmailCheck): string | null =>
  check.state === 'answered' && check.status === 'new' && check.email === email.trim() ? check.token : null;
