import { useEffect, useId, useRef, useState } from 'react';
import { useProfileFields } from '../../../api/profile/catalogue-queries.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldMessage } from '../../../ui/forms/field.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { ICONS } from '../../../ui/icon-names.ts';
import { shownFields } from './about-you-answers.ts';

/** The number of fields shown before the member asks for the others. */
const INITIAL_COUNT = 4;

const iconOf = (name: string): IconName => ICONS.find((icon) => icon === name) ?? 'circle-help';

interface MoreFieldsProps {
  values: Readonly<Record<string, string>>;
  error: string | null;
  onChange: (id: string, value: string) => void;
}

/** The configurable profile fields, all of them optional. Nothing is shown if they cannot be loaded. */
export function MoreFields({ values, error, onChange }: MoreFieldsProps) {
  const { t } = useTranslation('signup');
  const { t: tProfile } = useTranslation('profile');
  const { visible_profile_fields: visible } = useSettings();
  const { data } = useProfileFields();
  const [areAllShown, setAllShown] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  useEffect(() => {
    if (areAllShown) list.current?.querySelectorAll('select')[INITIAL_COUNT]?.focus();
  }, [areAllShown]);
  const fields = shownFields(data?.fields ?? [], visible);
  if (!data || fields.length === 0) return null;
  const hiddenCount = fields.length - INITIAL_COUNT;
  return (
    <fieldset className="field more-fields" aria-describedby={error ? id : undefined}>
      <legend className="legend">{t('more_title')}</legend>
      <ul ref={list}>
        {fields.slice(0, areAllShown ? undefined : INITIAL_COUNT).map((field) => (
          <li key={field.id}>
            <label htmlFor={`${id}-${field.id}`}>
              <Icon name={iconOf(field.icon)} size="s" />
              {field.label}
            </label>
            <select
              id={`${id}-${field.id}`}
              name={field.id}
              className={values[field.id] ? 'is-answered' : undefined}
              value={values[field.id] ?? ''}
              onChange={(event) => onChange(field.id, event.target.value)}
            >
              <option value="">{tProfile('choose')}</option>
              {data.allowed_values[field.id]?.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      {!areAllShown && hiddenCount > 0 && (
        <Button tone="soft" small icon="plus" onClick={() => setAllShown(true)}>
          {t('more', { count: hiddenCount })}
        </Button>
      )}
      <FieldMessage id={id} error={error} />
    </fieldset>
  );
}
