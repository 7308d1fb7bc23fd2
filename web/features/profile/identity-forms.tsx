import { useState } from 'react';
import * as v from 'valibot';
import type { User } from '#contract/account';
import { NAME_MAX, Name } from '#contract/member-name';
import { GENDERS, type Gender, LOCALES, type Locale } from '#contract/primitives';
import { fieldSentence } from '../../api/error-text.ts';
import { capitalize } from '../../i18n/capitalize.ts';
import { languageName } from '../../i18n/format.ts';
import { currentLocale } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { type BirthProblem, birthDateOf, birthPartsOf, birthProblem } from '../../ui/forms/birth-date.ts';
import { BirthField } from '../../ui/forms/birth-field.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { RadioList } from '../../ui/forms/pick-list.tsx';
import { SectionForm } from '../../ui/forms/section-form.tsx';
import { useSaveSection } from './use-save-section.ts';

interface FormProps {
  user: User;
  onDone: () => void;
}

export function NameForm({ user, onDone }: FormProps) {
  const { t } = useTranslation('profile');
  const [name, setName] = useState(user.profile.name);
  const [isWrong, setWrong] = useState(false);
  const { save, isBusy, fields, failure } = useSaveSection();
  const submit = async () => {
    setWrong(!v.is(Name, name));
    if (v.is(Name, name) && (await save({ name }))) onDone();
  };
  return (
    <SectionForm isBusy={isBusy} failure={failure} onSave={submit} onCancel={onDone} isInDialog>
      <Field
        label={t('name')}
        name="name"
        autoComplete="given-name"
        autoFocus
        value={name}
        error={isWrong || fields.name ? t('name_error', { max: NAME_MAX }) : null}
        onChange={(event) => setName(event.target.value)}
      />
    </SectionForm>
  );
}

export function GenderForm({ user, onDone }: FormProps) {
  const { t } = useTranslation('profile');
  const [gender, setGender] = useState<Gender | null>(user.profile.gender);
  const { save, isBusy, fields, failure } = useSaveSection();
  const submit = async () => {
    if (!gender || (await save({ gender }))) onDone();
  };
  return (
    <SectionForm isBusy={isBusy} failure={failure} onSave={submit} onCancel={onDone} isInDialog>
      <RadioList
        legend={<span className="visually-hidden">{t('gender')}</span>}
        name="gender"
        options={GENDERS.map((value) => ({ value, label: t(`gender_${value}`) }))}
        value={gender}
        error={fields.gender ? fieldSentence(fields.gender) : null}
        onChange={setGender}
      />
    </SectionForm>
  );
}

export function BirthForm({ user, onDone }: FormProps) {
  const { t } = useTranslation('profile');
  const { min_age: minAge } = useSettings();
  const [birth, setBirth] = useState(birthPartsOf(user.profile.date_of_birth));
  const [problem, setProblem] = useState<BirthProblem | null>(null);
  const { save, isBusy, fields, failure } = useSaveSection();
  const submit = async () => {
    const wrong = birthProblem(birth, minAge);
    const date = birthDateOf(birth, minAge);
    setProblem(wrong);
    if (!wrong && date && (await save({ date_of_birth: date }))) onDone();
  };
  return (
    <SectionForm isBusy={isBusy} failure={failure} onSave={submit} onCancel={onDone} isInDialog>
      <BirthField parts={birth} hint={t('birth_hint')} problem={problem ?? (fields.date_of_birth ? 'error' : null)} onChange={setBirth} />
    </SectionForm>
  );
}

/** All languages that a profile may name, also those in which the site is not offered. */
const languageChoices = () => LOCALES.map((value) => ({ value, label: capitalize(languageName(value), currentLocale()) }));

export function LanguageForm({ user, onDone }: FormProps) {
  const { t } = useTranslation('profile');
  const [language, setLanguage] = useState<Locale | null>(user.profile.language);
  const { save, isBusy, fields, failure } = useSaveSection();
  const submit = async () => {
    if (!language || (await save({ language }))) onDone();
  };
  return (
    <SectionForm isBusy={isBusy} failure={failure} onSave={submit} onCancel={onDone} isInDialog>
      <p className="hint">{t('spoken_hint')}</p>
      <RadioList
        legend={<span className="visually-hidden">{t('spoken')}</span>}
        name="language"
        options={languageChoices()}
        value={language}
        error={fields.language ? fieldSentence(fields.language) : null}
        onChange={setLanguage}
      />
    </SectionForm>
  );
}
