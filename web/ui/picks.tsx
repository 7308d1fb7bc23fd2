import type { ReactNode } from 'react';
import { type ChoiceProps, Radio } from './choice.tsx';
import { FieldGroup } from './field-frame.tsx';
import './picks.css';

/** Choices one below the other, one of them taken. */
export function PickList<V extends string>({ legend, error, options, ...radio }: ChoiceProps<V>) {
  return (
    <FieldGroup legend={legend} error={error}>
      {options.map((option) => (
        <label key={option.value} className="pick-row">
          <Radio {...radio} option={option} />
          <span>{option.label}</span>
        </label>
      ))}
    </FieldGroup>
  );
}

interface TickProps {
  label: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Something that may be taken along, or not. */
export function Tick({ label, isOn, onChange }: TickProps) {
  return (
    <label className="pick-row">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}
