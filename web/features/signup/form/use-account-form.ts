import { useEffect, useState, useSyncExternalStore } from 'react';
import type { User } from '#contract/account';
import { signUp, validateEmail } from '#contract/signup';
import { CallError, call } from '../../../api/call.ts';
import { currentSettings, refreshSettings } from '../../../session/settings.ts';
import { type AccountValues, nameFromEmail, nameProblem, passwordProblem } from './account-rules.ts';
import { createEmailChecker, type EmailChecker, tokenFor } from './email-check.ts';
import { makeFormId } from './form-id.ts';
import { type Origin, signUpInput } from './signup-input.ts';
import { type SignUpPorts, submitAccount } from './submit-account.ts';

type FieldName = keyof AccountValues;
type Marks = Partial<Record<FieldName, true>>;

const makeChecker = () => createEmailChecker((email, signal) => call(validateEmail, { email }, { signal }));
const refusedFields = (error: unknown) => (error instanceof CallError && error.status === 422 ? error.fields : {});

const portsOf = (checker: EmailChecker): SignUpPorts => ({
  signUp: (input) => call(signUp, input),
  freshCsrf: async () => (await refreshSettings()).csrf,
  freshToken: async () => {
    const again = await checker.askNow();
    return again.state === 'answered' ? tokenFor(again.email, again) : null;
  },
  refusedFields,
});

/** Address and name, which survive a reload; the password never leaves memory. */
export interface Draft {
  email: string;
  setEmail: (email: string) => void;
  name: string;
  setName: (name: string) => void;
}

/** What is typed, and what is known of the address. The name follows the address until the member edits it. */
function useAccountValues(draft: Draft) {
  const [checker] = useState(makeChecker);
  const [isNameOwn, setNameOwn] = useState(draft.name !== nameFromEmail(draft.email));
  const [password, setPassword] = useState('');
  const check = useSyncExternalStore(checker.subscribe, checker.getSnapshot, checker.getSnapshot);

  useEffect(() => checker.type(draft.email), [checker, draft.email]);
  useEffect(() => checker.stop, [checker]);

  const type = (name: FieldName, text: string) => {
    if (name === 'password') setPassword(text);
    if (name === 'email') draft.setEmail(text);
    if (name === 'email' && !isNameOwn) draft.setName(nameFromEmail(text));
    if (name !== 'name') return;
    setNameOwn(true);
    draft.setName(text);
  };
  const values: AccountValues = { email: draft.email, name: draft.name, password };
  return { checker, check, values, type };
}

/** Goes on once the form was accepted. Without a member, the mail alone tells whether there is a new account. */
export type OnMade = (user: User | null, email: string) => void;

/**
 * The account step: values, what is wrong with them, and a submit that does nothing while it may not. `onSend` is called when the form is
 * sent, what it returns when the account is made.
 */
export function useAccountForm(draft: Draft, origin: Origin, onSend: () => OnMade) {
  const { checker, check, values, type } = useAccountValues(draft);
  const [formId] = useState(makeFormId);
  const [left, setLeft] = useState<Marks>({});
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const problems = { name: nameProblem(values.name, values.email), password: passwordProblem(values.password) };
  const tried = () => setAttempts((count) => count + 1);

  const send = async (token: string) => {
    setBusy(true);
    setFailure(null);
    const onMade = onSend();
    try {
      const input = signUpInput(values, origin, { csrf: currentSettings().csrf, token, n: formId });
      const user = await submitAccount(input, portsOf(checker));
      draft.setEmail('');
      draft.setName('');
      onMade(user, values.email.trim());
    } catch (error) {
      setFailure(error);
      if (error instanceof CallError && error.code === 'email_taken') void checker.askNow();
      setBusy(false);
      tried();
    }
  };
  const submit = () => {
    if (isBusy) return;
    tried();
    if (check.state === 'failed') void checker.askNow();
    checker.hurry();
    const token = tokenFor(values.email, check);
    if (token === null || problems.name || problems.password) return;
    void send(token);
  };
  const leave = (name: FieldName) => {
    if (values[name]) setLeft((marks) => ({ ...marks, [name]: true }));
    if (name === 'email') checker.hurry();
  };
  const typeAnew = (name: FieldName, text: string) => {
    setFailure(null);
    type(name, text);
  };
  const isShown = (name: FieldName) => attempts > 0 || left[name] === true;
  const refused = refusedFields(failure);
  return {
    values,
    check,
    problems,
    refused,
    failure,
    isBusy,
    attempts,
    isShown,
    type: typeAnew,
    leave,
    submit,
    checkAgain: checker.askNow,
  };
}

export type AccountForm = ReturnType<typeof useAccountForm>;
