import type { ReactNode, Ref, SelectHTMLAttributes } from 'react';
import type { FieldWords } from './field-frame.tsx';
import { FieldFrame, FieldGroup } from './field-frame.tsx';

export interface Option<V extends string = string> {
  value: V;
  label: ReactNode;
}

type SelectProps<V extends string> = FieldWords &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> & {
    options: readonly Option<V>[];
    value: V;
    onChange: (value: V) => void;
    ref?: Ref<HTMLSelectElement>;
  };

/** The browser only offers values that stand in `options`. */
const chosen = <V extends string>(options: readonly Option<V>[], value: string): V | undefined =>
  options.find((option) => option.value === value)?.value;

export function SelectField<V extends string>({ label, error, hint, id, options, value, onChange, className, ...select }: SelectProps<V>) {
  const choose = (raw: string) => {
    const next = chosen(options, raw);
    if (next !== undefined) onChange(next);
  };
  return (
    <FieldFrame label={label} error={error} hint={hint} id={id}>
      {(wiring) => (
        <select
          {...select}
          {...wiring}
          className={className ? `input ${className}` : 'input'}
          value={value}
          onChange={(event) => choose(event.target.value)}
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

/** The choices themselves, each with its words. */
export function Radios<V extends string>({ name, options, value, onChange, className }: RadiosProps<V>) {
  return options.map((option) => (
    <label key={option.value} className={className}>
      <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
      {option.label}
    </label>
  ));
}

/** A few choices side by side, one of them taken. */
export function Segments<V extends string>({ legend, error, ...choices }: ChoiceProps<V>) {
  return (
    <FieldGroup legend={legend} error={error}>
      <div className="seg">
        <Radios {...choices} />
      </div>
    </FieldGroup>
  );
}
