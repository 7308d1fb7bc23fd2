import { useState } from 'react';
import * as v from 'valibot';
import { EmailAddress } from '#contract/primitives';
import { logIn } from '#contract/session';
import { CallError, call } from '../../../api/call.ts';
import { recordBan, startSession } from '../../../session/user.ts';
import { useStoredText } from '../../../ui/forms/form-draft.ts';
import { type GuardedNavigate, usePressNavigate } from '../../../ui/navigation/screen-navigate.ts';

export type FieldName = 'email' | 'password';
type Problem = 'email_required' | 'email_invalid' | 'password_required' | 'wrong_credentials';

function problemsOf(email: string, password: string): Partial<Record<FieldName, Problem>> {
  const problems: Partial<Record<FieldName, Problem>> = {};
  if (email.trim() === '') problems.email = 'email_required';
  else if (!v.is(EmailAddress, email)) problems.email = 'email_invalid';
  if (password === '') problems.password = 'password_required';
  return problems;
}

const isRefusal = (error: unknown, code: 'wrong_credentials' | 'deleted' | 'banned') => error instanceof CallError && error.code === code;

/** State of the login form. Email address and password stay in their fields after a refusal. */
export function useLogIn() {
  const startNavigation = usePressNavigate();
  const [email, setEmail] = useStoredText('login-email');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Partial<Record<FieldName, Problem>>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const isDeleted = isRefusal(failure, 'deleted');

  const showRefusal = (error: unknown, navigate: GuardedNavigate) => {
    if (isRefusal(error, 'wrong_credentials')) return setProblems({ password: 'wrong_credentials' });
    if (!(error instanceof CallError) || error.code !== 'banned') return setFailure(error);
    recordBan(error);
    void navigate('/pages/ban');
  };
  const submit = async () => {
    const found = problemsOf(email, password);
    setFailure(null);
    setProblems(found);
    if (isBusy || Object.keys(found).length) return;
    setBusy(true);
    const navigate = startNavigation();
    try {
      const { user } = await call(logIn, { email, password });
      setEmail('');
      startSession(user);
    } catch (error) {
      setBusy(false);
      showRefusal(error, navigate);
    }
  };
  const changeField = (name: FieldName, text: string) => {
    (name === 'email' ? setEmail : setPassword)(text);
    setProblems(({ [name]: _, ...others }) => others);
    // The offer to restore the account holds only for the address and password that were sent.
    if (isDeleted) setFailure(null);
  };
  return { email, password, type: changeField, problems, failure: isDeleted ? null : failure, isDeleted, isBusy, submit };
}
