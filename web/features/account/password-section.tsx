import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#contract/account';
import { changePassword } from '#contract/session';
import { call } from '../../api/call.ts';
import { fieldSentence } from '../../api/error-sentence.ts';
import { useAct } from '../../api/use-act.ts';
import { passwordProblem } from '../../session/password-rules.ts';
import { queryClient } from '../../session/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { SectionForm } from '../../ui/section-form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { AccountRow } from './account-row.tsx';
import { ChosenPassword } from './chosen-password.tsx';
import { DEVICES_KEY } from './use-devices.ts';
import { useOpening } from './use-opening.ts';

function PasswordForm({ user, onDone, onCancel }: { user: User; onDone: () => void; onCancel: () => void }) {
  const { t } = useTranslation('account');
  const [old, setOld] = useState('');
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const { run, isBusy, fields, failure, forget } = useAct();
  const problem = isTried ? passwordProblem(password) : null;
  const oldError = isTried && old === '' ? t('old_required') : fields.old ? fieldSentence(fields.old) : null;

  const submit = async () => {
    setTried(true);
    if (old === '' || passwordProblem(password)) return;
    if (await run(() => call(changePassword, { old, password }))) onDone();
  };
  return (
    <SectionForm isBusy={isBusy} failure={failure} onSave={submit} onCancel={onCancel} saveLabel={t('password_do')}>
      <input className="vh" type="email" autoComplete="username" value={user.email} readOnly tabIndex={-1} aria-hidden="true" />
      <PasswordField
        label={t('password_old')}
        name="old"
        autoComplete="current-password"
        autoFocus
        value={old}
        error={oldError}
        onChange={(event) => {
          forget();
          setOld(event.target.value);
        }}
      />
      <ChosenPassword value={password} problem={problem ?? fields.password} onChange={setPassword} />
    </SectionForm>
  );
}

export function PasswordSection({ user }: { user: User }) {
  const { t } = useTranslation('account');
  const { isOpen, open, close, opener } = useOpening('password');
  const done = () => {
    showToast({ tone: 'success', title: t('password_done'), text: t('password_done_text') });
    void queryClient.invalidateQueries({ queryKey: DEVICES_KEY });
    close();
  };
  const action = !isOpen && (
    <Button tone="soft" small ref={opener} aria-label={t('password_change_long')} onClick={open}>
      {t('change')}
    </Button>
  );
  return (
    <AccountRow id="password" title={t('password')} state={t('password_state')} action={action}>
      {isOpen && <PasswordForm user={user} onDone={done} onCancel={close} />}
    </AccountRow>
  );
}
