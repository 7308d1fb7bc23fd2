import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfileFields } from '../../../api/profile/catalogue-queries.ts';
import { useSettings } from '../../../session/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldSay } from '../../../ui/forms/field.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { ICONS } from '../../../ui/icon-names.ts';
import { shownFields } from './about-you-answers.ts';

/** So many are offered at first; the rest comes when asked for. */
const AT_FIRST = 4;

const iconOf = (name: string): IconName => ICONS.find((icon) => icon === name) ?? 'circle-help';

interface MoreFieldsProps {
  values: Readonly<Record<string, string>>;
  error: string | null;
  onChange: (id: string, value: string) => void;
}

/** The configurable fields as a quiet list: each may be left alone. Where they cannot be read the step does without. */
export function MoreFields({ values, error, onChange }: MoreFieldsProps) {
  const { t } = useTranslation('signup');
  const { t: own } = useTranslation('profile');
  const { visible_profile_fields: visible } = useSettings();
  const { data } = useProfileFields();
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  useEffect(() => {
    if (isWhole) list.current?.querySelectorAll('select')[AT_FIRST]?.focus();
  }, [isWhole]);
  const fields = shownFields(data?.fields ?? [], visible);
  if (!data || fields.length === 0) return null;
  const rest = fields.length - AT_FIRST;
  return (
    <fieldset className="field more-fields" aria-describedby={error ? id : undefined}>
      <legend className="legend">{t('more_title')}</legend>
      <ul ref={list}>
        {fields.slice(0, isWhole ? undefined : AT_FIRST).map((field) => (
          <li key={field.id}>
            <label htmlFor={`${id}-${field.id}`}>
              <Icon name={iconOf(field.icon)} size="s" />
              {field.label}
            </label>
            <select
              id={`${id}-${field.id}`}
              name={field.id}
              className={values[field.id] ? 'is-said' : undefined}
              value={values[field.id] ?? ''}
              onChange={(event) => onChange(field.id, event.target.value)}
            >
              <option value="">{own('choose')}</option>
              {data.allowed_values[field.id]?.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      {!isWhole && rest > 0 && (
        <Button tone="soft" small icon="plus" onClick={() => setWhole(true)}>
          {t('more', { count: rest })}
        </Button>
      )}
      <FieldSay id={id} error={error} />
    </fieldset>
  );
}
