import { useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSaveUser } from '../../session/save-user.ts';
import { useSettings } from '../../session/settings.ts';
import { currentUser } from '../../session/user.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { birthDateOf, birthPartsOf, birthProblem } from '../../ui/forms/birth-date.ts';
import { BirthField } from '../../ui/forms/birth-field.tsx';
import { SectionForm } from '../../ui/forms/section-form.tsx';
import { isBirthDateAsked } from './birth-date-question.ts';

let question: Promise<boolean> | null = null;

const hasBirthDate = (): boolean => Boolean(currentUser()?.profile.date_of_birth);

/**
 * Asks for the date of birth; whoever asks while the dialog is open gets its answer. Resolves to whether the account has a date by then;
 * to false at once if nobody can be asked: the page is hidden, nobody is signed in, or the account has a date already.
 */
export function askBirthDate(): Promise<boolean> {
  if (document.visibilityState === 'hidden' || !currentUser() || hasBirthDate()) return Promise.resolve(false);
  question ??= new Promise<boolean>((resolve) => {
    const settle = () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
      question = null;
      isBirthDateAsked.set(false);
      resolve(hasBirthDate());
    };
    const unsubscribers = [
      // The date was saved, here or on another device, or the session has ended.
      queryClient.getQueryCache().subscribe(() => (hasBirthDate() || !currentUser()) && settle()),
      isBirthDateAsked.subscribe(() => !isBirthDateAsked.get() && settle()),
    ];
    isBirthDateAsked.set(true);
  });
  return question;
}

/** Asks for the date of birth and saves it. What the member was doing then goes on by itself. */
export function BirthDateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('profile');
  const { min_age: minAge } = useSettings();
  const [birth, setBirth] = useState(birthPartsOf(null));
  const [isTried, setTried] = useState(false);
  const { save, isBusy, fields, failure } = useSaveUser();
  const problem = isTried ? birthProblem(birth, minAge) : null;
  const submit = async () => {
    setTried(true);
    const date = birthDateOf(birth, minAge);
    if (date !== null) await save({ date_of_birth: date });
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('birth_ask_title')}>
      <p className="muted">{t('birth_ask_text', { min_age: minAge })}</p>
      <SectionForm isBusy={isBusy} failure={failure} onSave={submit} onCancel={onClose} saveLabel={t('birth_ask_do')} isInDialog>
        <BirthField parts={birth} hint={t('birth_hint')} problem={problem ?? (fields.date_of_birth ? 'error' : null)} onChange={setBirth} />
      </SectionForm>
    </Dialog>
  );
}
