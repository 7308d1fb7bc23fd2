import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/account';
import { isSensitiveField, SENSITIVE_CONSENT_VERSION } from '#contract/consent';
import type { OutputOf } from '#contract/endpoint';
import type { getProfileFields } from '#contract/profile';
import { fieldSentence, useErrorSentence } from '../../api/error-text.ts';
import { SensitiveConsentField } from '../../cards/consent/sensitive-consent-field.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { RadioList } from '../../ui/forms/pick-list.tsx';
import { SectionForm } from '../../ui/forms/section-form.tsx';
import { EditRow } from './edit-row.tsx';
import { useSaveSection } from './use-save-section.ts';

type Catalogue = OutputOf<typeof getProfileFields>;

interface FieldFormProps {
  field: Catalogue['fields'][number];
  allowed: readonly { value: string; label: string }[];
  chosen: string;
  hasConsent: boolean;
  onClose: () => void;
}

/** The answers to one question of the profile; the first one takes the answer back. */
export function FieldForm({ field: { id, label }, allowed, chosen, hasConsent, onClose }: FieldFormProps) {
  const { t } = useTranslation('profile');
  const [value, setValue] = useState(chosen);
  const [isConsenting, setConsenting] = useState(false);
  const [isTried, setTried] = useState(false);
  const { t: tConsent } = useTranslation('consent');
  const { save, isBusy, fields, failure } = useSaveSection();
  const code = fields[`fields.${id}`];
  const needsConsent = isSensitiveField(id) && !hasConsent;
  const isConsentMissing = needsConsent && value !== '' && !isConsenting;
  const consent = needsConsent && isConsenting ? { sensitive_consent: SENSITIVE_CONSENT_VERSION } : {};
  const submit = async () => {
    setTried(true);
    if (value === chosen && !isConsenting) return onClose();
    if (!isConsentMissing && (await save({ fields: { [id]: value || null }, ...consent }))) onClose();
  };
  return (
    <SectionForm isBusy={isBusy} failure={failure} onSave={submit} onCancel={onClose} isInDialog>
      <RadioList
        legend={<span className="visually-hidden">{label}</span>}
        name={id}
        options={[{ value: '', label: t('no_answer') }, ...allowed]}
        value={value}
        error={code ? fieldSentence(code) : null}
        onChange={setValue}
      />
      {needsConsent && (
        <SensitiveConsentField
          isGiven={isConsenting}
          error={(isTried && isConsentMissing) || fields.sensitive_consent ? tConsent('required_here') : null}
          onChange={setConsenting}
        />
      )}
    </SectionForm>
  );
}

/** A row for each further fact. Nothing is shown if the site has no such fields. */
export function FieldsSection({ user, catalogue }: { user: User; catalogue: UseQueryResult<Catalogue> }) {
  const { t } = useTranslation('profile');
  const sentence = useErrorSentence();
  const { data, isError, error } = catalogue;
  if (data?.fields.length === 0) return null;
  return (
    <section id="fields" className="profile-section">
      <h2 className="display display-21">{t('fields_title')}</h2>
      <ul className="edit-rows">
        {data?.fields.map((field) => {
          const allowed = data.allowed_values[field.id] ?? [];
          const chosen = user.profile.fields[field.id] ?? '';
          return (
            <EditRow
              key={field.id}
              id={`field-${field.id}`}
              label={field.label}
              value={allowed.find(({ value }) => value === chosen)?.label}
            >
              {(close) => (
                <FieldForm field={field} allowed={allowed} chosen={chosen} hasConsent={user.sensitive_consent !== null} onClose={close} />
              )}
            </EditRow>
          );
        })}
      </ul>
      {isError && (
        <p className="hint error" role="alert">
          {sentence(error)}
        </p>
      )}
    </section>
  );
}
