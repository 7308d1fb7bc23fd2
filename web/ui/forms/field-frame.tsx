import type { ReactNode } from 'react';
import { useId } from 'react';
import { Icon } from '../icon.tsx';

export interface FieldTexts {
  label: ReactNode;
  error?: string | null | undefined;
  hint?: ReactNode;
}

interface ControlAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

type FrameProps = FieldTexts & { id?: string | undefined; children: (wiring: ControlAttributes) => ReactNode };

/** Label, control, and its hint or error, connected for screen readers. `children` gets the attributes for the control. */
export function FieldFrame({ label, error, hint, id: givenId, children }: FrameProps) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  const isDescribed = Boolean(error || hint);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': isDescribed ? `${id}-say` : undefined, 'aria-invalid': error ? true : undefined })}
      <FieldMessage id={`${id}-say`} error={error} hint={hint} />
    </div>
  );
}

interface GroupProps {
  legend: ReactNode;
  error?: string | null | undefined;
  children: ReactNode;
}

/** The frame of several controls that answer one question, such as radio buttons. */
export function FieldGroup({ legend, error, children }: GroupProps) {
  const id = useId();
  return (
    <fieldset className="field" aria-describedby={error ? id : undefined} aria-invalid={error ? true : undefined}>
      <legend className="legend">{legend}</legend>
      {children}
      <FieldMessage id={id} error={error} />
    </fieldset>
  );
}

/** The line below a control: its error, else its hint. */
export function FieldMessage({ id, error, hint }: { id: string; error?: string | null | undefined; hint?: ReactNode }) {
  if (error) {
    return (
      <p className="hint error" id={id} role="alert">
        <Icon name="triangle-alert" size="s" />
        <span>{error}</span>
      </p>
    );
  }
  return hint ? (
    <p className="hint" id={id}>
      {hint}
    </p>
  ) : null;
}
