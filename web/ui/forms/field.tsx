import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../button.tsx';
import type { FieldTexts } from './field-frame.tsx';
import { FieldFrame } from './field-frame.tsx';

export { Segments, SelectField } from './choice.tsx';
export { FieldMessage } from './field-frame.tsx';

type InputProps = FieldTexts & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

export function Field({ label, error, hint, id, className, ...input }: InputProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} id={id}>
      {(wiring) => <input {...input} {...wiring} className={className ? `input ${className}` : 'input'} />}
    </FieldFrame>
  );
}

/** A field for an e-mail address, with the attributes that phones and password managers need. */
export const EmailInputField = (props: Omit<InputProps, 'type'>) => (
  <Field name="email" type="email" inputMode="email" autoComplete="email" autoCapitalize="none" spellCheck={false} {...props} />
);

type AreaProps = FieldTexts & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

export function TextAreaField({ label, error, hint, id, className, ...area }: AreaProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} id={id}>
      {(wiring) => <textarea {...area} {...wiring} className={className ? `input ${className}` : 'input'} />}
    </FieldFrame>
  );
}

/** A field for a password, with a button that shows what was typed. */
export function PasswordField({ label, error, hint, id, ...input }: Omit<InputProps, 'type'>) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  return (
    <FieldFrame label={label} error={error} hint={hint} id={id}>
      {(wiring) => (
        <span className="input-with-button">
          <input spellCheck={false} autoCapitalize="none" {...input} {...wiring} type={isShown ? 'text' : 'password'} className="input" />
          <IconButton
            name={isShown ? 'eye-off' : 'eye'}
            label={t(isShown ? 'action.hide_password' : 'action.show_password')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        </span>
      )}
    </FieldFrame>
  );
}
