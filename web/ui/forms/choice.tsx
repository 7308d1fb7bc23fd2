import type { ReactNode, Ref, SelectHTMLAttributes } from 'react';
import type { FieldTexts } from './field-frame.tsx';
import { FieldFrame, FieldGroup } from './field-frame.tsx';

export interface Option<V extends string = string> {
  value: V;
  label: ReactNode;
}

type SelectProps<V extends string> = FieldTexts &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> & {
    options: readonly Option<V>[];
    value: V;
    onChange: (value: V) => void;
    ref?: Ref<HTMLSelectElement>;
  };

/** Types the value of a select: the option with this value, which the browser has offered. */
const optionValueOf = <V extends string>(options: readonly Option<V>[], value: string): V | undefined =>
  options.find((option) => option.value === value)?.value;

export function SelectField<V extends string>({ label, error, hint, id, options, value, onChange, className, ...select }: SelectProps<V>) {
  const onSelect = (raw: string) => {
    const selected = optionValueOf(options, raw);
    if (selected !== undefined) onChange(selected);
  };
  return (
    <FieldFrame label={label} error={error} hint={hint} id={id}>
      {(wiring) => (
        <select
          {...select}
          {...wiring}
          className={className ? `input ${className}` : 'input'}
          value={value}
          onChange={(event) => onSelect(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

export interface ChoiceProps<V extends string> {
  legend: ReactNode;
  name: string;
  options: readonly Option<V>[];
  value: V | null;
  onChange: (value: V) => void;
  error?: string | null | undefined;
}

type RadiosProps<V extends string> = Omit<ChoiceProps<V>, 'legend' | 'error'> & { className?: string };

/** Radio buttons, each with its label. */
export function Radios<V extends string>({ name, options, value, onChange, className }: RadiosProps<V>) {
  return options.map((option) => (
    <label key={option.value} className={className}>
      <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
      {option.label}
    </label>
  ));
}

/** Radio buttons as a row of segments. */
export function Segments<V extends string>({ legend, error, ...choices }: ChoiceProps<V>) {
  return (
    <FieldGroup legend={legend} error={error}>
      <div className="segmented-control">
        <Radios {...choices} className="choice-tile" />
      </div>
    </FieldGroup>
  );
}
