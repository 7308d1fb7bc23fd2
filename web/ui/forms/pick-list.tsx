import type { ReactNode } from 'react';
import { type ChoiceProps, Radios } from './choice.tsx';
import { FieldGroup } from './field-frame.tsx';
import './pick-list.css';

/** Radio buttons, one below the other. */
export function PickList<V extends string>({ legend, error, ...choices }: ChoiceProps<V>) {
  return (
    <FieldGroup legend={legend} error={error}>
      <Radios {...choices} className="pick-row" />
    </FieldGroup>
  );
}

interface TickProps {
  label: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** A checkbox with its label. */
export function Tick({ label, isOn, onChange }: TickProps) {
  return (
    <label className="pick-row">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}
