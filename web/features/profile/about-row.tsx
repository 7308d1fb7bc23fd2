import { useState } from 'react';
import type { User } from '#contract/account';
import { PERSONAL_MAX } from '#contract/account-changes';
import { fieldSentence } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { TextAreaField } from '../../ui/forms/field.tsx';
import { SectionForm } from '../../ui/forms/section-form.tsx';
import { EditRow } from './edit-row.tsx';
import { useSaveSection } from './use-save-section.ts';

/** With fewer characters left than this, their number is shown. */
const NEARLY_FULL = 300;

function AboutForm({ personal, onDone }: { personal: string; onDone: () => void }) {
  const { t } = useTranslation('profile');
  const [text, setText] = useState(personal);
  const { save, isBusy, fields, failure } = useSaveSection();
  const left = PERSONAL_MAX - [...text].length;
  const submit = async () => {
    if (await save({ personal: text.trim() || null })) onDone();
  };
  return (
    <SectionForm isBusy={isBusy} failure={failure} onSave={submit} onCancel={onDone} isInDialog>
      <TextAreaField
        label={t('about_label')}
        name="personal"
        rows={8}
        autoFocus
        value={text}
        error={fields.personal ? fieldSentence(fields.personal) : null}
        hint={left < NEARLY_FULL ? t('about_left', { count: left }) : undefined}
        onChange={(event) => setText(event.target.value)}
      />
    </SectionForm>
  );
}

/** The row of the text about oneself. */
export function AboutRow({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const personal = user.profile.personal?.trim() ?? '';
  return (
    <EditRow
      id="about"
      label={t('about_title')}
      value={personal && <span className="edit-row-text">{personal}</span>}
      placeholder={t('about_empty')}
    >
      {(close) => <AboutForm personal={personal} onDone={close} />}
    </EditRow>
  );
}
