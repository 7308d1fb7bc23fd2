import { useEffect, useState, useSyncExternalStore } from 'react';
import type { User } from '#contract/account';
import { signUp, validateEmail } from '#contract/signup';
import { CallError, call } from '../../../api/call.ts';
import { randomId } from '../../../platform/random-id.ts';
import { currentSettings, refreshSettings } from '../../../session/settings.ts';
import { passwordProblem } from '../../../ui/forms/password-problem.ts';
import { type AccountValues, nameFromEmail, nameProblem } from './account-rules.ts';
import { createEmailChecker, type EmailChecker, tokenFor } from './email-check.ts';
import { type SignUpContext, signUpInput } from './signup-input.ts';
import { type SignUpPorts, submitAccount } from './submit-account.ts';

type FieldName = keyof AccountValues;
type LeftFields = Partial<Record<FieldName, true>>;

const makeChecker = () => createEmailChecker((email, signal) => call(validateEmail, { email }, { signal }));
const refusedFields = (error: unknown) => (error instanceof CallError && error.status === 422 ? error.fields : {});

const portsOf = (checker: EmailChecker): SignUpPorts => ({
  signUp: (input) => call(signUp, input),
  freshCsrf: async () => (await refreshSettings()).csrf,
  freshToken: async () => {
    const check = await checker.askNow();
    return check.state === 'answered' ? tokenFor(check.email, check) : null;
  },
  refusedFields,
});

/** Address and name, which survive a reload; the password never leaves memory. */
export interface AccountDraft {
  email: string;
  setEmail: (email: string) => void;
  name: string;
  setName: (name: string) => void;
}

/** The typed values, and the check of the address. The name follows the address until the visitor edits the name. */
function useAccountValues(draft: AccountDraft) {
  const [checker] = useState(makeChecker);
  const [isNameEdited, setNameEdited] = useState(draft.name !== nameFromEmail(draft.email));
  const [password, setPassword] = useState('');
  const check = useSyncExternalStore(checker.subscribe, checker.getSnapshot, checker.getSnapshot);

  useEffect(() => checker.type(draft.email), [checker, draft.email]);
  useEffect(() => checker.stop, [checker]);

  const type = (name: FieldName, text: string) => {
    if (name === 'password') setPassword(text);
    if (name === 'email') draft.setEmail(text);
    if (name === 'email' && !isNameEdited) draft.setName(nameFromEmail(text));
    if (name !== 'name') return;
    setNameEdited(true);
    draft.setName(text);
  };
  const values: AccountValues = { email: draft.email, name: draft.name, password };
  return { checker, check, values, type };
}

/** Called when the form was accepted. `user` is null if nobody was signed in: only the mail then says whether there is a new account. */
export type OnAccountMade = (user: User | null, email: string) => void;

/**
 * The state of the account form. `submit` sends nothing while a value is wrong, the address is not checked or a call is running. `onSend`
 * is called when the form is sent, the function it returns when the form was accepted.
 */
export function useAccountForm(draft: AccountDraft, origin: SignUpContext, onSend: () => OnAccountMade) {
  const { checker, check, values, type } = useAccountValues(draft);
  const [formId] = useState(randomId);
  const [leftFields, setLeftFields] = useState<LeftFields>({});
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const problems = { name: nameProblem(values.name, values.email), password: passwordProblem(values.password) };
  const countAttempt = () => setAttempts((count) => count + 1);

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
      countAttempt();
    }
  };
  const submit = () => {
    if (isBusy) return;
    countAttempt();
    if (check.state === 'failed') void checker.askNow();
    checker.flush();
    const token = tokenFor(values.email, check);
    if (token === null || problems.name || problems.password) return;
    void send(token);
  };
  const leave = (name: FieldName) => {
    if (values[name]) setLeftFields((fields) => ({ ...fields, [name]: true }));
    if (name === 'email') checker.flush();
  };
  const typeAndClearFailure = (name: FieldName, text: string) => {
    setFailure(null);
    type(name, text);
  };
  const isShown = (name: FieldName) => attempts > 0 || leftFields[name] === true;
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
    type: typeAndClearFailure,
    leave,
    submit,
    checkAgain: checker.askNow,
  };
}

export type AccountFormState = ReturnType<typeof useAccountForm>;
