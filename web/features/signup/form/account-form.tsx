import type { FormEvent, ReactNode } from 'react';
import { NAME_MAX } from '#contract/member-name';
import { PASSWORD_MIN } from '#contract/passwords';
import { fieldSentence, useErrorSentence } from '../../../api/error-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, PasswordField } from '../../../ui/forms/field.tsx';
import { useInvalidFieldFocus } from '../../../ui/forms/focus-invalid-field.ts';
import { Icon } from '../../../ui/icon.tsx';
import { AccountEmail } from './account-email.tsx';
import type { AccountFormState as Form } from './use-account-form.ts';

const OWN_FIELDS = ['email', 'name', 'password'];

function useFieldErrors({ problems, refused, isShown }: Form) {
  const { t } = useTranslation('signup');
  const nameError = () => {
    if (refused.name) return refused.name === 'not_allowed' ? t('name_refused') : fieldSentence(refused.name);
    return isShown('name') && problems.name ? t(`name_${problems.name}`, { max: NAME_MAX }) : null;
  };
  const passwordError = () => {
    if (refused.password) return refused.password === 'not_allowed' ? t('password_not_allowed') : fieldSentence(refused.password);
    return isShown('password') && problems.password ? t(`password_${problems.password}`, { min: PASSWORD_MIN }) : null;
  };
  return { name: nameError(), password: passwordError() };
}

/** An error that none of the three fields shows. */
function Failure({ form }: { form: Form }) {
  const { t } = useTranslation('signup');
  const sentence = useErrorSentence();
  const refused = Object.keys(form.refused);
  const isAtFields = refused.length > 0 && refused.every((name) => OWN_FIELDS.includes(name));
  if (!form.failure || isAtFields) return null;
  return (
    <div className="note" role="alert">
      <Icon name="triangle-alert" />
      <div>
        <b>{sentence(form.failure)}</b>
        <p>{t('failed')}</p>
      </div>
    </div>
  );
}

interface AccountFormProps {
  form: Form;
  logInPath: string;
  /** The sentence about terms and privacy text. */
  accept: ReactNode;
}

export function AccountForm({ form, logInPath, accept }: AccountFormProps) {
  const { t } = useTranslation('signup');
  const formRef = useInvalidFieldFocus(form.attempts);
  const errors = useFieldErrors(form);
  const isStillChecking = form.attempts > 0 && form.check.state === 'waiting';

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form className="form" ref={formRef} onSubmit={onSubmit} noValidate>
      <AccountEmail form={form} logInPath={logInPath} />
      <Field
        label={t('name')}
        name="name"
        autoComplete="given-name"
        value={form.values.name}
        error={errors.name}
        hint={t('name_hint')}
        onChange={(event) => form.type('name', event.target.value)}
        onBlur={() => form.leave('name')}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="new-password"
        value={form.values.password}
        error={errors.password}
        hint={t('password_hint', { min: PASSWORD_MIN })}
        onChange={(event) => form.type('password', event.target.value)}
        onBlur={() => form.leave('password')}
      />
      <div className="split-foot">
        <Failure form={form} />
        <p className="hint" role="status">
          {isStillChecking && t('still_checking')}
        </p>
        <Button type="submit" wide busy={form.isBusy}>
          {t('submit')}
        </Button>
        {accept}
      </div>
    </form>
  );
}
