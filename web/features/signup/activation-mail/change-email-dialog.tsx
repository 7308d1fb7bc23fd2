import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { requestEmailChange } from '#contract/account-changes';
import { EmailAddress } from '#contract/primitives';
import { CallError, call } from '../../../api/call.ts';
import { fieldSentence } from '../../../api/error-text.ts';
import { useAction } from '../../../api/use-action.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { updateSignedInUser } from '../../../session/user.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { EmailField } from '../../../ui/email/email-field.tsx';
import { FailureNote } from '../../../ui/forms/failure-note.tsx';
import { PasswordField } from '../../../ui/forms/field.tsx';
import { useInvalidFieldFocus } from '../../../ui/forms/focus-invalid-field.ts';

function ChangeForm({ onChanged }: { onChanged: (email: string) => void }) {
  const { t } = useTranslation('signup');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [tries, setTries] = useState(0);
  const { run, isBusy, fields, failure, clearError } = useAction();
  const isTaken = failure instanceof CallError && failure.code === 'email_taken';
  const form = useInvalidFieldFocus(tries);
  const isTried = tries > 0;
  const isValidEmail: boolean = v.is(EmailAddress, email);

  const emailError = () => {
    if (isTaken) return t('change_taken');
    if (fields.email) return fieldSentence(fields.email);
    if (!isTried || isValidEmail) return null;
    return t(email.trim() ? 'email_invalid' : 'email_required');
  };
  const passwordError = () =>
    fields.password ? fieldSentence(fields.password) : isTried && !password ? t('change_password_required') : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const sendChange = async () => updateSignedInUser((await call(requestEmailChange, { email: email.trim(), password })).user);
    if (isValidEmail && password && (await run(sendChange))) return onChanged(email.trim());
    setTries((count) => count + 1);
  };
  return (
    <form className="form" ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <p className="muted">{t('change_lead')}</p>
      <EmailField
        label={t('change_email')}
        data-first-focus
        value={email}
        error={emailError()}
        onType={(address) => {
          clearError();
          setEmail(address);
        }}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        hint={t('change_password_hint')}
        value={password}
        error={passwordError()}
        onChange={(event) => {
          clearError();
          setPassword(event.target.value);
        }}
      />
      <FailureNote error={isTaken ? null : failure} />
      <Button type="submit" wide busy={isBusy}>
        {t('change_submit')}
      </Button>
    </form>
  );
}

/**
 * Asks for another address, and the password, if the activation mail did not arrive. It replaces the old address at once, whose links
 * become void; with the strict address check only after it was confirmed.
 */
export function ChangeEmailDialog({
  isOpen,
  onClose,
  onChanged,
}: {
  isOpen: boolean;
  onClose: () => void;
  onChanged: (email: string) => void;
}) {
  const { t } = useTranslation('signup');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('change_title')}>
      <ChangeForm onChanged={onChanged} />
    </Dialog>
  );
}
