import { type FormEvent, useState } from 'react';
import { DELETE_REASON_MAX, deleteUser } from '#contract/account-changes';
import { call } from '../../../api/call.ts';
import { fieldSentence } from '../../../api/error-text.ts';
import { useAction } from '../../../api/use-action.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { signOutAfterDeletion } from '../../../session/user.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { FailureNote } from '../../../ui/forms/failure-note.tsx';
import { PasswordField, TextAreaField } from '../../../ui/forms/field.tsx';
import { useFocusInvalidField } from '../../../ui/forms/focus-invalid-field.ts';
import { BeforeDeletion } from './before-deletion.tsx';

const CONSEQUENCE_KEYS = ['delete_hidden', 'delete_back', 'delete_erased', 'delete_talks'] as const;

interface DeleteDialogProps {
  /** Number of messages in this device's send queue, which are lost with the account. */
  unsentCount: number;
  onClose: () => void;
}

function DeletionConsequences({ unsent }: { unsent: number }) {
  const { t } = useTranslation('account');
  return (
    <ul className="consequence-list muted">
      {CONSEQUENCE_KEYS.map((key) => (
        <li key={key}>{t(key)}</li>
      ))}
      {unsent > 0 && <li className="bold">{t('delete_unsent', { count: unsent })}</li>}
    </ul>
  );
}

/** What a deletion does, then the form with reason and password. The focus starts on the button that keeps the account. */
export function DeleteDialog({ unsentCount, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('account');
  const [reason, setReason] = useState('');
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { form, focusInvalid } = useFocusInvalidField();
  const { run, isBusy, fields, failure, clearError } = useAction();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === '');
    const deleteAccount = () => call(deleteUser, { password, reason: reason.trim() || null });
    if (password === '' || !(await run(() => signOutAfterDeletion(deleteAccount)))) focusInvalid();
  };
  const passwordError = isMissing ? t('old_required') : fields.password ? fieldSentence(fields.password) : null;
  return (
    <Dialog isOpen onClose={onClose} title={t('delete_title')} role="alertdialog" withoutClose>
      <DeletionConsequences unsent={unsentCount} />
      <BeforeDeletion />
      <form className="form" ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <TextAreaField
          label={t('delete_reason')}
          name="reason"
          rows={3}
          maxLength={DELETE_REASON_MAX}
          value={reason}
          error={fields.reason ? fieldSentence(fields.reason) : null}
          onChange={(event) => setReason(event.target.value)}
        />
        <PasswordField
          label={t('password_now')}
          name="current-password"
          autoComplete="current-password"
          value={password}
          error={passwordError}
          onChange={(event) => {
            setMissing(false);
            clearError();
            setPassword(event.target.value);
          }}
        />
        <FailureNote error={failure} />
        <div className="dialog-actions">
          <Button data-first-focus onClick={onClose}>
            {t('delete_keep')}
          </Button>
          <Button type="submit" tone="quiet" busy={isBusy}>
            {t('delete_do')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
