import type { ReactNode } from 'react';
import { type ChoiceProps, Radios } from './choice.tsx';
import { FieldGroup } from './field-frame.tsx';
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
