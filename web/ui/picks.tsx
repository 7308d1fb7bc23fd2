import type { ReactNode } from 'react';
import { useId } from 'react';
import type { Option } from './choice.tsx';
import { FieldSay } from './field-frame.tsx';
import './picks.css';

interface PickListProps<V extends string> {
  legend: ReactNode;
  name: string;
  options: readonly Option<V>[];
  value: V | null;
  onChange: (value: V) => void;
  error?: string | null | undefined;
}

/** Choices one below the other, one of them taken. */
export function PickList<V extends string>({ legend, name, options, value, onChange, error }: PickListProps<V>) {
  const id = useId();
  return (
    <fieldset className="field" aria-describedby={error ? id : undefined} aria-invalid={error ? true : undefined}>
      <legend className="legend">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="pick-row">
          <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
      <FieldSay id={id} error={error} />
    </fieldset>
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
