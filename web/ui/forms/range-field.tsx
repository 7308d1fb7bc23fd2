import { useState } from 'react';
import './range-field.css';

export interface Range {
  readonly from: number;
  readonly to: number;
}

interface RangeFieldProps {
  legend: string;
  /** The chosen range in words. */
  summary: string;
  fromLabel: string;
  toLabel: string;
  /** The word between the two fields. */
  between: string;
  /** The smallest and the largest whole number that can be chosen. */
  limits: Range;
  range: Range;
  onChange: (range: Range) => void;
}

interface NumberInputProps {
  label: string;
  value: number;
  limits: Range;
  onChange: (value: number) => void;
}

/** A field for a whole number. What is typed takes effect once it lies within the limits; leaving the field shows the number in effect. */
function NumberInput({ label, value, limits, onChange }: NumberInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    setTyped(text);
    const number = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (number >= limits.from && number <= limits.to) onChange(number);
  };
  return (
    <input
      className="input"
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      aria-label={label}
      value={typed ?? value}
      onChange={(event) => type(event.target.value)}
      onBlur={() => setTyped(null)}
    />
  );
}

/** A range of whole numbers: a track with two handles, which stop at each other, and a field for each end, which moves the other end along. */
export function RangeField({ legend, summary, fromLabel, toLabel, between, limits, range, onChange }: RangeFieldProps) {
  const { from, to } = range;
  const percent = (value: number) => `${((value - limits.from) / (limits.to - limits.from)) * 100}%`;
  const handle = { type: 'range', min: limits.from, max: limits.to } as const;
  return (
    <fieldset>
      <legend className="visually-hidden">{legend}</legend>
      <p className="range-head">
        <span className="legend" aria-hidden="true">
          {legend}
        </span>
        <output className="muted">{summary}</output>
      </p>
      <div className="range-track">
        <svg aria-hidden="true">
          <line x1="0%" x2="100%" y1="3" y2="3" />
          <line className="is-chosen" x1={percent(from)} x2={percent(to)} y1="3" y2="3" />
        </svg>
        <input
          {...handle}
          // Where both handles stand at the upper end, the lower one has to be within reach.
          className={from - limits.from > limits.to - from ? 'is-on-top' : undefined}
          aria-label={fromLabel}
          value={from}
          onChange={(event) => onChange({ from: Math.min(Number(event.target.value), to), to })}
        />
        <input
          {...handle}
          aria-label={toLabel}
          value={to}
          onChange={(event) => onChange({ from, to: Math.max(Number(event.target.value), from) })}
        />
      </div>
      <div className="range-numbers">
        <NumberInput
          label={fromLabel}
          value={from}
          limits={limits}
          onChange={(value) => onChange({ from: value, to: Math.max(value, to) })}
        />
        <span className="muted" aria-hidden="true">
          {between}
        </span>
        <NumberInput
          label={toLabel}
          value={to}
          limits={limits}
          onChange={(value) => onChange({ from: Math.min(value, from), to: value })}
        />
      </div>
    </fieldset>
  );
}
