import { useId } from 'react';
import { MAX_AGE } from '#contract/primitives';
import { formatTag } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { type BirthParts, type BirthProblem, monthNames, orderOfParts } from './birth-date.ts';
import { FieldMessage } from './field.tsx';
import './birth-field.css';

interface BirthFieldProps {
  parts: BirthParts;
  problem: BirthProblem | null;
  /** Says what others see of the date. */
  hint?: string;
  onChange: (parts: BirthParts) => void;
}

/** Three fields for a date of birth, in the order of the language. The month is chosen by name, so that day and month are not confused. */
export function BirthField({ parts, problem, hint, onChange }: BirthFieldProps) {
  const { t } = useTranslation('profile');
  const id = useId();
  const locale = formatTag();
  const { min_age: minAge } = useSettings();
  const error = problem && t(`date_of_birth_${problem}`, { min_age: minAge, max_age: MAX_AGE });
  const wiringOf = (part: keyof BirthParts) =>
    ({ id: `${id}-${part}`, 'aria-describedby': id, 'aria-invalid': error ? true : undefined }) as const;
  const digits = (part: 'day' | 'year', length: number) => (
    <input
      {...wiringOf(part)}
      className="input"
      inputMode="numeric"
      autoComplete={`bday-${part}`}
      name={`bday-${part}`}
      maxLength={length}
      value={parts[part]}
      onChange={(event) => onChange({ ...parts, [part]: event.target.value.replace(/\D/g, '') })}
    />
  );
  const controls = {
    day: digits('day', 2),
    month: (
      <select
        {...wiringOf('month')}
        className="input"
        name="bday-month"
        autoComplete="bday-month"
        value={parts.month}
        onChange={(event) => onChange({ ...parts, month: event.target.value })}
      >
        <option value="">{t('choose')}</option>
        {monthNames(locale).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    ),
    year: digits('year', 4),
  };
  return (
    <fieldset className="field">
      <legend className="legend">{t('birth')}</legend>
      <div className="birth-field">
        {orderOfParts(locale).map((part) => (
          <div key={part} className={`birth-part birth-${part}`}>
            <label className="hint" htmlFor={`${id}-${part}`}>
              {t(part)}
            </label>
            {controls[part]}
          </div>
        ))}
      </div>
      <FieldMessage id={id} error={error} hint={hint} />
    </fieldset>
  );
}
