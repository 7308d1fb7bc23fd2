import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/account';
import type { OutputOf } from '#contract/endpoint';
import type { getProfileFields } from '#contract/profile';
import { fieldSentence, useErrorSentence } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import { SectionForm } from '../../ui/forms/section-form.tsx';
import { useOnSectionLink } from '../../ui/navigation/hash-target.ts';
import { useSaveSection } from './use-save-section.ts';

type Catalogue = OutputOf<typeof getProfileFields>;
type Values = Readonly<Record<string, string>>;

/** The fields that differ, by id; null takes an answer back. */
function changesOf(before: Values, now: Values): Record<string, string | null> {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return Object.fromEntries(ids.filter((id) => (before[id] ?? '') !== (now[id] ?? '')).map((id) => [id, now[id] || null]));
}

/** A dialog with a select for each configurable field. */
export function FieldsDialog({ catalogue, chosen, onClose }: { catalogue: Catalogue; chosen: Values; onClose: () => void }) {
  const { t } = useTranslation('profile');
  const [values, setValues] = useState(chosen);
  const { save, isBusy, fields: fieldErrors, failure } = useSaveSection();
  const submit = async () => {
    if (await save({ fields: changesOf(chosen, values) })) onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('fields_dialog')}>
      <SectionForm isBusy={isBusy} failure={failure} onSave={submit} onCancel={onClose} isInDialog>
        {catalogue.fields.map(({ id, label }) => {
          const code = fieldErrors[`fields.${id}`];
          return (
            <SelectField
              key={id}
              label={label}
              name={id}
              options={[{ value: '', label: t('no_answer') }, ...(catalogue.allowed_values[id] ?? [])]}
              value={values[id] ?? ''}
              error={code ? fieldSentence(code) : null}
              onChange={(value) => setValues({ ...values, [id]: value })}
            />
          );
        })}
      </SectionForm>
    </Dialog>
  );
}

/** The answers to the configurable fields, and the dialog that changes them. Nothing is shown if the site has no such fields. */
export function FieldsSection({ user, catalogue }: { user: User; catalogue: UseQueryResult<Catalogue> }) {
  const { t } = useTranslation('profile');
  const sentence = useErrorSentence();
  const [isOpen, setOpen] = useState(false);
  useOnSectionLink('fields', () => setOpen(true));
  const { data, isError, error } = catalogue;
  const chosen = user.profile.fields;
  const answers = (data?.fields ?? []).flatMap(({ id, label }) => {
    const value = data?.allowed_values[id]?.find((allowed) => allowed.value === chosen[id]);
    return value ? [{ id, label, text: value.label }] : [];
  });
  if (data?.fields.length === 0) return null;
  return (
    <section id="fields" className="profile-section">
      <div className="section-head">
        <h2 className="display display-21">{t('fields_title')}</h2>
        {data && (
          <Button tone="soft" small icon="pencil" aria-label={t('fields_edit')} onClick={() => setOpen(true)}>
            {t('edit')}
          </Button>
        )}
      </div>
      {answers.length > 0 ? (
        <dl className="profile-facts">
          {answers.map(({ id, label, text }) => (
            <div key={id}>
              <dt className="muted">{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="muted">{t('fields_none')}</p>
      )}
      {isError && (
        <p className="hint error" role="alert">
          {sentence(error)}
        </p>
      )}
      {isOpen && data && <FieldsDialog catalogue={data} chosen={chosen} onClose={() => setOpen(false)} />}
    </section>
  );
}
