import { type ReactNode, useId } from 'react';
import { type ChoiceProps, Radios } from './choice.tsx';
import { FieldGroup, FieldMessage } from './field-frame.tsx';
import './pick-list.css';

/** Radio buttons, one below the other. */
export function RadioList<V extends string>({ legend, error, ...choices }: ChoiceProps<V>) {
  return (
    <FieldGroup legend={legend} error={error}>
      <Radios {...choices} className="choice-row" />
    </FieldGroup>
  );
}

interface CheckboxProps {
  label: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** A checkbox with its label. */
export function Checkbox({ label, isOn, onChange }: CheckboxProps) {
  return (
    <label className="choice-row">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}

/** A checkbox that has to be ticked, with the sentence that says so below it, connected for screen readers. */
export function RequiredCheckbox({ label, isOn, onChange, error }: CheckboxProps & { error: string | null }) {
  const id = useId();
  return (
    <div className="field">
      <label className="choice-row">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={error ? id : undefined}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      <FieldMessage id={id} error={error} />
    </div>
  );
}
