import { useRef, useState } from 'react';
import { PERSONAL_MAX, type User } from '#contract/account';
import { fieldSentence } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/forms/field.tsx';
import { SectionForm } from '../../ui/forms/section-form.tsx';
import { useOnSectionLink } from '../../ui/navigation/hash-target.ts';
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
    <SectionForm isBusy={isBusy} failure={failure} onSave={submit} onCancel={onDone}>
      <TextAreaField
        label={t('about_label')}
        name="personal"
        rows={5}
        autoFocus
        value={text}
        error={fields.personal ? fieldSentence(fields.personal) : null}
        hint={left < NEARLY_FULL ? t('about_left', { count: left }) : undefined}
        onChange={(event) => setText(event.target.value)}
      />
    </SectionForm>
  );
}

export function AboutSection({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const [isOpen, setOpen] = useState(false);
  useOnSectionLink('about', () => setOpen(true));
  const editButton = useRef<HTMLButtonElement>(null);
  const personal = user.profile.personal?.trim() ?? '';
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => editButton.current?.focus());
  };
  return (
    <section id="about" className="profile-section">
      <div className="section-head">
        <h2 className="display display-21">{t('about_title')}</h2>
        {!isOpen && (
          <Button tone="soft" small icon="pencil" ref={editButton} onClick={() => setOpen(true)}>
            {t(personal ? 'edit' : 'about_write')}
          </Button>
        )}
      </div>
      {isOpen ? (
        <AboutForm personal={personal} onDone={close} />
      ) : (
        <p className={personal ? 'about profile-about' : 'muted'}>{personal || t('about_empty')}</p>
      )}
    </section>
  );
}
