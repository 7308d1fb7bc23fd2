import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { SectionForm } from '../../ui/forms/section-form.tsx';
import { useSaveSection } from './use-save-section.ts';

interface InterestsFormProps {
  all: readonly { id: string; label: string }[];
  chosen: readonly string[];
  onClose: () => void;
}

export function InterestsForm({ all, chosen, onClose }: InterestsFormProps) {
  const { t } = useTranslation('profile');
  const [ids, setIds] = useState(chosen);
  const { save, isBusy, failure } = useSaveSection();
  const toggle = (id: string) => setIds(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);
  const submit = async () => {
    if (await save({ interests: [...ids] })) onClose();
  };
  return (
    <SectionForm isBusy={isBusy} failure={failure} onSave={submit} onCancel={onClose} isInDialog>
      <p className="muted small" role="status">
        {t('interests_count', { count: ids.length })}
      </p>
      <div className="interest-choices">
        {all.map(({ id, label }) => (
          <button key={id} type="button" className="chip" aria-pressed={ids.includes(id)} onClick={() => toggle(id)}>
            {label}
          </button>
        ))}
      </div>
    </SectionForm>
  );
}
