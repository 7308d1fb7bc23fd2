import { useState } from 'react';
import * as v from 'valibot';
import { EmailAddress } from '#contract/primitives';
import { logIn } from '#contract/session';
import { CallError, call } from '../../../api/call.ts';
import { noteBan, signIn } from '../../../session/user.ts';
import { useKeptText } from '../../../ui/forms/form-draft.ts';
import { type LeadOn, usePressNavigate } from '../../../ui/navigation/screen-navigate.ts';

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

/** Address and password; what is typed stays, whatever the answer is. */
export function useLogIn() {
  const navigateAfter = usePressNavigate();
  const [email, setEmail] = useKeptText('login-email');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Partial<Record<FieldName, Problem>>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const isDeleted = isRefusal(failure, 'deleted');

  const refused = (error: unknown, leadOn: LeadOn) => {
    if (isRefusal(error, 'wrong_credentials')) return setProblems({ password: 'wrong_credentials' });
    if (!(error instanceof CallError) || error.code !== 'banned') return setFailure(error);
    noteBan(error);
    void leadOn('/pages/ban');
  };
  const submit = async () => {
    const found = problemsOf(email, password);
    setFailure(null);
    setProblems(found);
    if (isBusy || Object.keys(found).length) return;
    setBusy(true);
    const leadOn = navigateAfter();
    try {
      const { user } = await call(logIn, { email, password });
      setEmail('');
      signIn(user);
    } catch (error) {
      setBusy(false);
      refused(error, leadOn);
    }
  };
  const type = (name: FieldName, text: string) => {
    (name === 'email' ? setEmail : setPassword)(text);
    setProblems(({ [name]: _, ...others }) => others);
    // What was offered was offered to the account that these two opened.
    if (isDeleted) setFailure(null);
  };
  return { email, password, type, problems, failure: isDeleted ? null : failure, isDeleted, isBusy, submit };
}
