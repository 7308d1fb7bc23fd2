import { useState } from 'react';
import type { User } from '#contract/account';
import { changePassword } from '#contract/passwords';
import { call } from '../../../api/call.ts';
import { fieldSentence } from '../../../api/error-text.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useAction } from '../../../api/use-action.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/forms/field.tsx';
import { passwordProblem } from '../../../ui/forms/password-problem.ts';
import { SectionForm } from '../../../ui/forms/section-form.tsx';
import { SettingRow, useDisclosure } from '../../../ui/setting-row/setting-row.tsx';
import { showToast } from '../../../ui/toasts/toast-list.ts';
import { SIGNED_IN_DEVICES_KEY } from '../devices/use-devices.ts';
import { ReplacementPasswordField } from './replacement-password.tsx';

function PasswordForm({ user, onDone, onCancel }: { user: User; onDone: () => void; onCancel: () => void }) {
  const { t } = useTranslation('account');
  const [old, setOld] = useState('');
  const [password, setPassword] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const { run, isBusy, fields, failure, clearError } = useAction();
  const problem = isSubmitted ? passwordProblem(password) : null;
  const oldError = isSubmitted && old === '' ? t('old_required') : fields.old ? fieldSentence(fields.old) : null;

  const submit = async () => {
    setSubmitted(true);
    if (old === '' || passwordProblem(password)) return;
    if (await run(() => call(changePassword, { old, password }))) onDone();
  };
  return (
    <SectionForm isBusy={isBusy} failure={failure} onSave={submit} onCancel={onCancel} saveLabel={t('password_do')}>
      <input
        className="visually-hidden"
        type="email"
        autoComplete="username"
        value={user.email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        label={t('password_old')}
        name="old"
        autoComplete="current-password"
        autoFocus
        value={old}
        error={oldError}
        onChange={(event) => {
          clearError();
          setOld(event.target.value);
        }}
      />
      <ReplacementPasswordField value={password} problem={problem ?? fields.password} onChange={setPassword} />
      <p className="hint">{t('devices_offline')}</p>
    </SectionForm>
  );
}

export function PasswordSection({ user }: { user: User }) {
  const { t } = useTranslation('account');
  const { isOpen, open, close, opener } = useDisclosure('password');
  const done = () => {
    showToast({ tone: 'success', title: t('password_done'), text: t('password_done_text') });
    void queryClient.invalidateQueries({ queryKey: SIGNED_IN_DEVICES_KEY });
    close();
  };
  const action = !isOpen && (
    <Button tone="soft" small ref={opener} aria-label={t('password_change_long')} onClick={open}>
      {t('change')}
    </Button>
  );
  return (
    <SettingRow id="password" title={t('password')} state={t('password_state')} action={action}>
      {isOpen && <PasswordForm user={user} onDone={done} onCancel={close} />}
    </SettingRow>
  );
}
